import type { Transaction } from "@/lib/db/client";
import type { RefusalReason } from "@/lib/db/generated/client";
import { insertRefusal } from "@/lib/dispatch/store";

/** Has an order not offered to this courier again. */
export function refuseOrder(
  tx: Transaction,
  orderId: bigint,
  courierId: string,
  reason: RefusalReason,
  at: Date,
): Promise<void> {
  return insertRefusal(tx, orderId, courierId, reason, at);
}

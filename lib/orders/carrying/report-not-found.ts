import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { courierNotFound } from "@/lib/orders/carrying/store";
import type { WaitingOrder } from "@/lib/orders/carrying/waiting-order";
import { recordChange } from "@/lib/orders/record-change";
import { readLocked } from "@/lib/orders/stored-order";

/** Reports, once per search, that no courier has been found for a locked order, with its event. */
export async function reportNotFound(
  context: Context,
  tx: Transaction,
  order: WaitingOrder,
  at: Date,
): Promise<void> {
  const columns = [courierNotFound(at)];
  await recordChange(context, tx, await readLocked(tx, order), {
    type: "order.courier_not_found",
    at,
    columns,
  });
}

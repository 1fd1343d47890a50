import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { writeNotFound } from "@/lib/orders/carrying/store";
import type { WaitingOrder } from "@/lib/orders/carrying/waiting-order";
import { recordChange } from "@/lib/orders/record-change";

/** Reports, once per search, that no courier has been found for a locked order, with its event. */
export async function reportNotFound(
  context: Context,
  tx: Transaction,
  order: WaitingOrder,
  at: Date,
): Promise<void> {
  await writeNotFound(tx, order, at);
  await recordChange(context, tx, order, { type: "order.courier_not_found", at });
}

import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { courierNotFound } from "@/lib/orders/carrying/store";
import type { Order } from "@/lib/orders/load-order";
import type { LockedOrder } from "@/lib/orders/order-ref";
import { recordChange } from "@/lib/orders/record-change";

/** Reports, once per search, that no courier has been found for a locked order, with its event. */
export async function reportNotFound(
  context: Context,
  tx: Transaction,
  order: Order & LockedOrder,
  at: Date,
): Promise<void> {
  const columns = [courierNotFound(at)];
  await recordChange(context, tx, order, {
    type: "order.courier_not_found",
    at,
    columns,
  });
}

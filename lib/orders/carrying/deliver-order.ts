import type { AccountScope } from "@/lib/accounts/scope";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";
import { applyTransition } from "@/lib/orders/apply-transition";
import { writeAllDelivered } from "@/lib/orders/carrying/store";
import { lockOrder } from "@/lib/orders/store";
import type { StoredOrder } from "@/lib/orders/stored-order";

/**
 * The order is delivered at this instant, every dropoff that was not handed over by then included. Couriers
 * hand over dropoff by dropoff with `takeStep`; this is how others end an order.
 *
 * @throws DomainError ORDER_NOT_FOUND, ORDER_NOT_DELIVERABLE
 */
export function deliverOrder(
  context: Context,
  scope: AccountScope,
  externalOrderId: string,
): Promise<StoredOrder> {
  return context.db.$transaction(async (tx) => {
    const order = await lockOrder(tx, scope, externalOrderId);
    if (order === null) throw new DomainError("ORDER_NOT_FOUND");
    const at = context.clock.now();
    await writeAllDelivered(tx, order, at);
    return applyTransition(context, tx, order, { transition: "deliver", columns: { deliveredAt: at }, at });
  });
}

import type { AccountScope } from "@/lib/account-scope";
import type { Context } from "@/lib/context";
import { recordBuyout } from "@/lib/couriers/record-buyout";
import { DomainError } from "@/lib/domain-error";
import { withLockedOrder } from "@/lib/orders/apply-change";
import { applyTransition } from "@/lib/orders/apply-transition";
import { writeAllDelivered } from "@/lib/orders/fulfillment/store";
import type { Order } from "@/lib/orders/load-order";

/**
 * Marks the order and all dropoffs delivered, failed ones too, with their buyouts paid.
 * @throws DomainError ORDER_NOT_FOUND, ORDER_NOT_DELIVERABLE, also while goods are being returned
 */
export function deliverOrder(context: Context, scope: AccountScope, externalOrderId: string): Promise<Order> {
  return withLockedOrder(context, { scope, externalOrderId }, ["progress"], async (tx, order) => {
    if (order.returnState === "on_the_way") throw new DomainError("ORDER_NOT_DELIVERABLE");
    const at = context.clock.now();
    for (const [index, { deliveredAt }] of order.progress.dropoffs.entries()) {
      if (deliveredAt === null && order.courierId !== null) {
        await recordBuyout(tx, order, order.courierId, index + 1, at);
      }
    }
    await writeAllDelivered(tx, order, at);
    return applyTransition(context, tx, order, {
      transition: "deliver",
      shown: { deliveredAt: at, returnState: null },
      at,
    });
  });
}

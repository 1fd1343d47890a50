import type { AccountScope } from "@/lib/account-scope";
import type { Context } from "@/lib/context";
import { pinRoute } from "@/lib/couriers/pin-route";
import { DomainError } from "@/lib/domain-error";
import { withLockedOrder } from "@/lib/orders/apply-change";
import { unassignCourier } from "@/lib/orders/fulfillment/unassign-courier";
import type { Order } from "@/lib/orders/load-order";

/**
 * Takes an order that is not collected from its courier, and searches another one. The rest of the route is pinned, so
 * that the order does not come back to it.
 * @throws DomainError ORDER_NOT_FOUND, STEP_NOT_POSSIBLE
 */
export async function takeOffRoute(
  context: Context,
  scope: AccountScope,
  externalOrderId: string,
): Promise<Order> {
  return withLockedOrder(context, { scope, externalOrderId }, [], async (tx, order) => {
    const { status, courierId } = order;
    if (status !== "assigned" || courierId === null) throw new DomainError("STEP_NOT_POSSIBLE");
    const at = context.clock.now();
    const released = await unassignCourier(context, tx, { ...order, courierId }, { reason: null, at });
    await pinRoute(tx, courierId, at);
    return released;
  });
}

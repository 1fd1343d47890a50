import type { AccountScope } from "@/lib/account-scope";
import type { Context } from "@/lib/context";
import { arrangeWholeRoute } from "@/lib/couriers/arrange-route";
import { checkCourier, checkVehicle } from "@/lib/couriers/check-courier";
import { checkRoute } from "@/lib/couriers/check-route";
import { joinCollection } from "@/lib/couriers/join-collection";
import type { RouteStop } from "@/lib/couriers/list-route";
import { pinSharedRoute } from "@/lib/couriers/pin-route";
import { DomainError } from "@/lib/domain-error";
import { withLockedOrder } from "@/lib/orders/apply-change";
import { setOrderCourier } from "@/lib/orders/fulfillment/set-order-courier";
import type { Order } from "@/lib/orders/load-order";
import { isEditable, toTrip } from "@/lib/orders/order";

export interface AssignmentTerms {
  readonly isAnyVehicleFine?: boolean;
}

interface AssignmentInput extends AssignmentTerms {
  readonly externalOrderId: string;
  readonly courierId: string;
  /** The courier's stops with those of the order. Null if these come after the others, apart from a shared collection. */
  readonly route?: readonly RouteStop[] | null;
}

/**
 * Assigns or reassigns an order to a courier of its mode. The route of a courier who has others is pinned.
 * @throws DomainError ORDER_NOT_FOUND, COURIER_NOT_FOUND, COURIER_BUSY, COURIER_FULL, ROUTE_NOT_SHARED,
 * ROUTE_CHANGED, ORDER_NOT_ASSIGNABLE, ORDER_HELD, VEHICLE_TOO_SMALL
 */
export async function assignCourier(
  context: Context,
  scope: AccountScope,
  { externalOrderId, courierId, route = null, ...terms }: AssignmentInput,
): Promise<Order> {
  return withLockedOrder(context, { scope, externalOrderId }, ["request"], async (tx, order) => {
    await checkCourier(tx, courierId, scope.mode);
    if (order.status === "assigned" && order.courierId === courierId) return order;
    if (order.heldReason !== null) throw new DomainError("ORDER_HELD");
    if (!terms.isAnyVehicleFine && isEditable(order.status)) {
      await checkVehicle(tx, courierId, toTrip(order.details).cargoSizes);
    }
    const at = context.clock.now();
    const assigned = await setOrderCourier(context, tx, order, { courierId, at });
    if (route === null) await joinCollection(tx, courierId, order.id);
    else await arrangeWholeRoute(tx, courierId, route);
    await checkRoute(tx, courierId);
    await pinSharedRoute(tx, courierId, at);
    return assigned;
  });
}

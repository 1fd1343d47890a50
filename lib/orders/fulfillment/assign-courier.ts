import type { AccountScope } from "@/lib/account-scope";
import type { Context } from "@/lib/context";
import { checkCourier, checkVehicle } from "@/lib/couriers/check-courier";
import { checkRoute } from "@/lib/couriers/check-route";
import { joinCollection } from "@/lib/couriers/join-collection";
import { DomainError } from "@/lib/domain-error";
import { withLockedOrder } from "@/lib/orders/apply-change";
import { setOrderCourier } from "@/lib/orders/fulfillment/set-order-courier";
import type { Order } from "@/lib/orders/load-order";
import { isEditable, toTrip } from "@/lib/orders/order";

export interface AssignmentTerms {
  readonly isAnyVehicleFine?: boolean;
}

/**
 * Assigns or reassigns an order to a courier of its mode.
 * @throws DomainError ORDER_NOT_FOUND, COURIER_NOT_FOUND, COURIER_BUSY, COURIER_FULL, ROUTE_NOT_SHARED,
 * ORDER_NOT_ASSIGNABLE, ORDER_HELD, VEHICLE_TOO_SMALL
 */
export async function assignCourier(
  context: Context,
  scope: AccountScope,
  { externalOrderId, courierId, ...terms }: { externalOrderId: string; courierId: string } & AssignmentTerms,
): Promise<Order> {
  return withLockedOrder(context, { scope, externalOrderId }, ["request"], async (tx, order) => {
    await checkCourier(tx, courierId, scope.mode);
    if (order.status === "assigned" && order.courierId === courierId) return order;
    if (order.heldReason !== null) throw new DomainError("ORDER_HELD");
    if (!terms.isAnyVehicleFine && isEditable(order.status)) {
      await checkVehicle(tx, courierId, toTrip(order.details).cargoSizes);
    }
    const assigned = await setOrderCourier(context, tx, order, { courierId, at: context.clock.now() });
    await joinCollection(tx, courierId, order.id);
    await checkRoute(tx, courierId);
    return assigned;
  });
}

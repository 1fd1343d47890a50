import type { AccountScope } from "@/lib/account-scope";
import type { Context } from "@/lib/context";
import { ROUTE_REFUSALS } from "@/lib/couriers/check-route";
import { listCandidates } from "@/lib/dispatch/list-candidates";
import { DomainError } from "@/lib/domain-error";
import { type AssignmentTerms, assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { reassignInProgress } from "@/lib/orders/fulfillment/reassign-in-progress";
import { getOrder, loadOrder, type Order } from "@/lib/orders/load-order";

/** The new courier takes over goods in transit. @throws DomainError as `assignCourier` and `reassignInProgress` */
export async function assignOrReassign(
  context: Context,
  scope: AccountScope,
  input: { externalOrderId: string; courierId: string } & AssignmentTerms,
): Promise<Order> {
  const order = await loadOrder(context.db, { scope, externalOrderId: input.externalOrderId });
  const give = order?.status === "in_progress" ? reassignInProgress : assignCourier;
  return give(context, scope, input);
}

/** @throws DomainError ORDER_NOT_FOUND, ORDER_NOT_ASSIGNABLE, ORDER_HELD, COURIER_NOT_FOUND, VEHICLE_TOO_SMALL */
export async function assignBestCourier(
  context: Context,
  orderCode: string,
  terms: AssignmentTerms,
): Promise<Order> {
  const order = await getOrder(context.db, { code: orderCode }, ["request", "progress"]);
  const { scope, externalOrderId, status } = order;
  if (status === "delivered" || status === "cancelled") throw new DomainError("ORDER_NOT_ASSIGNABLE");
  if (order.heldReason !== null) throw new DomainError("ORDER_HELD");
  const { couriers } = await listCandidates(context, order);
  const free = couriers.filter(
    ({ busyWith, isOnShift, isOnBreak, isHeardOf }) =>
      busyWith === null && isOnShift && !isOnBreak && isHeardOf,
  );
  const able = free.filter(({ isTooSmall }) => !isTooSmall || terms.isAnyVehicleFine);
  for (const { id: courierId } of able) {
    try {
      return await assignOrReassign(context, scope, { externalOrderId, courierId, ...terms });
    } catch (error) {
      if (!(error instanceof DomainError) || !ROUTE_REFUSALS.includes(error.code)) throw error;
    }
  }
  throw new DomainError(able.length < free.length ? "VEHICLE_TOO_SMALL" : "COURIER_NOT_FOUND");
}

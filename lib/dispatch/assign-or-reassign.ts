import type { AccountScope } from "@/lib/account-scope";
import type { Context } from "@/lib/context";
import { ROUTE_REFUSALS } from "@/lib/couriers/check-route";
import { listCandidates } from "@/lib/dispatch/list-candidates";
import { planAdditions } from "@/lib/dispatch/plan-additions";
import { DomainError } from "@/lib/domain-error";
import { type AssignmentTerms, assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { reassignInProgress } from "@/lib/orders/fulfillment/reassign-in-progress";
import { getOrder, type Order } from "@/lib/orders/load-order";

/** The courier's route can change between plan and assignment. */
const MAX_ATTEMPTS = 3;

/**
 * The new courier takes over goods in transit. A courier with other orders gets the order into their route where it costs
 * least.
 * @throws DomainError as `assignCourier` and `reassignInProgress`
 */
export async function assignOrReassign(
  context: Context,
  scope: AccountScope,
  input: { externalOrderId: string; courierId: string } & AssignmentTerms,
): Promise<Order> {
  const order = await getOrder(context.db, { scope, externalOrderId: input.externalOrderId });
  if (order.status === "in_progress") return reassignInProgress(context, scope, input);
  if (order.courierId === input.courierId) return assignCourier(context, scope, input);
  for (let attempt = 1; ; attempt++) {
    const planned = { orderIds: [order.id], courierIds: [input.courierId] };
    const addition = (await planAdditions(context, planned)).get(input.courierId);
    // The order is in no route without a place for it, and the reason follows from the others.
    const route = addition?.orders.has(order.id) === true ? addition.route : null;
    try {
      return await assignCourier(context, scope, { ...input, route });
    } catch (error) {
      const isOutdated = error instanceof DomainError && error.code === "ROUTE_CHANGED";
      if (!isOutdated || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/**
 * @throws DomainError ORDER_NOT_FOUND, ORDER_NOT_ASSIGNABLE, ORDER_HELD, VEHICLE_TOO_SMALL, COURIER_BUSY if only busy
 * couriers are on shift, otherwise COURIER_NOT_FOUND
 */
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
  const onDuty = couriers.filter(
    ({ isOnShift, isOnBreak, isHeardOf }) => isOnShift && !isOnBreak && isHeardOf,
  );
  const free = onDuty.filter(({ route }) => route === null);
  const able = free.filter(({ isTooSmall }) => !isTooSmall || terms.isAnyVehicleFine);
  for (const { id: courierId } of able) {
    try {
      return await assignOrReassign(context, scope, { externalOrderId, courierId, ...terms });
    } catch (error) {
      if (!(error instanceof DomainError) || !ROUTE_REFUSALS.includes(error.code)) throw error;
    }
  }
  if (able.length < free.length) throw new DomainError("VEHICLE_TOO_SMALL");
  throw new DomainError(onDuty.length === 0 ? "COURIER_NOT_FOUND" : "COURIER_BUSY");
}

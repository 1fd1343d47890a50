import type { AccountScope } from "@/lib/account-scope";
import type { Context } from "@/lib/context";
import { checkCourier, checkVehicle } from "@/lib/couriers/check-courier";
import { checkRoute } from "@/lib/couriers/check-route";
import { pinSharedRoute } from "@/lib/couriers/pin-route";
import type { Transaction } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";
import type { NewJob } from "@/lib/jobs/enqueue-job";
import { applyLockedChange, withLockedOrder } from "@/lib/orders/apply-change";
import type { AssignmentTerms } from "@/lib/orders/fulfillment/assign-courier";
import { findTakeover } from "@/lib/orders/fulfillment/find-takeover";
import { courierRouteJobs } from "@/lib/orders/fulfillment/route-courier";
import { setTakeover, WITHOUT_RETURN_ARRIVAL, writeArrivalsForgotten } from "@/lib/orders/fulfillment/store";
import { type Order, selectCourier } from "@/lib/orders/load-order";
import { toTrip } from "@/lib/orders/order";
import type { LockedOrder } from "@/lib/orders/order-ref";
import { remainingCargoSizes } from "@/lib/orders/progress";
import { WITHOUT_TAKEOVER } from "@/lib/orders/store";
import type { Point } from "@/lib/point";
import { notifyCourierChanged } from "@/lib/streams/announce";

/**
 * Reassigns an order in progress. The new courier takes the goods over from their holder, at the holder's last-seen
 * point unless a place is named. Until then the order can be reassigned again, also to the holder.
 * @throws DomainError ORDER_NOT_FOUND, COURIER_NOT_FOUND, COURIER_BUSY, COURIER_FULL, ROUTE_NOT_SHARED,
 * ORDER_NOT_ASSIGNABLE, VEHICLE_TOO_SMALL
 */
export async function reassignInProgress(
  context: Context,
  scope: AccountScope,
  input: { externalOrderId: string; courierId: string; place?: Point | undefined } & AssignmentTerms,
): Promise<Order> {
  const { externalOrderId, courierId, place, ...terms } = input;
  return withLockedOrder(context, { scope, externalOrderId }, ["request", "progress"], async (tx, order) => {
    await checkCourier(tx, courierId, scope.mode);
    const former = order.courierId;
    if (order.status !== "in_progress" || former === null) throw new DomainError("ORDER_NOT_ASSIGNABLE");
    if (former === courierId) return order;
    if (!terms.isAnyVehicleFine) {
      const { cargoSizes } = toTrip(order.details);
      await checkVehicle(tx, courierId, remainingCargoSizes(cargoSizes, order.progress.dropoffs));
    }
    const source = { ...order, courierId: former };
    const transferred = await transferOrder(context, tx, source, { courierId, place });
    await checkRoute(tx, courierId);
    await pinSharedRoute(tx, courierId, context.clock.now());
    return transferred;
  });
}

async function transferOrder(
  context: Context,
  tx: Transaction,
  order: Order<"request"> & LockedOrder & { courierId: string },
  { courierId, place }: { courierId: string; place: Point | undefined },
): Promise<Order> {
  const at = context.clock.now();
  const before = await findTakeover(tx, order);
  const fromId = before?.fromId ?? order.courierId;
  const where = place ?? before ?? order.position ?? toTrip(order.details).pickup;
  // The new courier has not arrived at any door.
  await writeArrivalsForgotten(tx, order);
  const { isSimulated, ...courier } = await selectCourier(tx, courierId);
  const moved: NewJob[] = isSimulated ? [{ kind: "simulate_order", key: String(order.id) }] : [];
  const changed = await applyLockedChange(context, tx, order, {
    type: "order.driver_changed",
    shown: courier,
    columns: [
      WITHOUT_RETURN_ARRIVAL,
      fromId === courierId ? WITHOUT_TAKEOVER : setTakeover(fromId, where, before?.since ?? at),
    ],
    jobs: [...courierRouteJobs(context, order.id), ...moved],
    wakesDispatch: true,
    at,
  });
  await notifyCourierChanged(tx, fromId);
  return changed;
}

import type { PlanState } from "@/lib/dispatch/plan-state";
import type { Arrival, Candidate, CourierState, OrderState } from "@/lib/dispatch/route";

/**
 * The couriers who can be at an order's pickup first, among those who may take it and can collect it in their shift. The
 * caller needs exact travel times for these; for the others an estimate is enough.
 */
export function listNearestCouriers(state: PlanState, order: OrderState): CourierState[] {
  const nearest: CourierState[] = [];
  for (const { courier, arrivesAt } of sortByArrival(state, order.pickup.point)) {
    const collectedAt = Math.max(arrivesAt + order.pickup.beforeSeconds, order.readyAt);
    if (collectedAt > courier.shiftEndsAt || !mayTake(courier, order)) continue;
    nearest.push(courier);
    if (nearest.length === state.settings.maxCandidates) break;
  }
  return nearest;
}

export function findCandidates(state: PlanState, order: OrderState): readonly Candidate[] {
  order.candidates ??= listNearestCouriers(state, order).map((courier) => ({
    courier,
    version: -1,
    extraCost: Number.POSITIVE_INFINITY,
    position: 0,
    stops: null,
  }));
  return order.candidates;
}

/** Whether the courier's vehicle can carry the order and the courier is not excluded. */
export function mayTake(courier: CourierState, { request, load }: OrderState): boolean {
  return (
    request !== null &&
    load <= courier.capacity &&
    request.vehicles.includes(courier.vehicle) &&
    !request.excludedCouriers.includes(courier.id)
  );
}

/** When the committed orders are done. */
const getFreeAt = ({ base, startsAt }: CourierState): number => base.visits.at(-1)?.leavesAt ?? startsAt;

const getLastPoint = ({ base, point }: CourierState): number => base.visits.at(-1)?.stop.point ?? point;

/** After the committed orders, without planned ones. */
function sortByArrival(state: PlanState, pickupPoint: number): readonly Arrival[] {
  const known = state.arrivals.get(pickupPoint);
  if (known !== undefined) return known;
  const { travelSeconds } = state.snapshot;
  const arrivals = state.couriers.map((courier) => ({
    courier,
    arrivesAt: getFreeAt(courier) + travelSeconds(getLastPoint(courier), pickupPoint, courier.vehicle),
  }));
  const reachable = arrivals.filter(({ arrivesAt }) => arrivesAt < Number.POSITIVE_INFINITY);
  const sorted = reachable.sort((a, b) => a.arrivesAt - b.arrivesAt);
  state.arrivals.set(pickupPoint, sorted);
  return sorted;
}

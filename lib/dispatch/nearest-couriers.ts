import type { PlanState } from "@/lib/dispatch/plan-state";
import type { Arrival, Candidate, CourierState, OrderState, PickupArrivals } from "@/lib/dispatch/route";

/**
 * Lists the couriers who can be at an order's pickup first, among those who may take it and can collect it in their
 * shift.
 */
export function listNearestCouriers(state: PlanState, order: OrderState): CourierState[] {
  const { maxCandidates } = state.settings;
  const { first, all } = listArrivals(state, order.pickup.point);
  const isSuitable = ({ courier, arrivesAt }: Arrival) =>
    Math.max(arrivesAt + order.pickup.beforeSeconds, order.readyAt) <= courier.shiftEndsAt &&
    mayTake(courier, order);
  const near = first.filter(isSuitable);
  const suitable =
    near.length >= maxCandidates || first.length === all.length
      ? near
      : sortFirst(all.filter(isSuitable), maxCandidates);
  return suitable.slice(0, maxCandidates).map(({ courier }) => courier);
}

export function findCandidates(state: PlanState, order: OrderState): readonly Candidate[] {
  order.candidates ??= listNearestCouriers(state, order).map((courier) => ({
    courier,
    version: -1,
    extraCost: Number.POSITIVE_INFINITY,
    places: [],
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

/** The end of the committed orders. */
const getFreeAt = ({ base, startsAt }: CourierState): number => base.visits.at(-1)?.leavesAt ?? startsAt;

const getLastPoint = ({ base, point }: CourierState): number => base.visits.at(-1)?.stop.point ?? point;

/** After the committed orders, without planned ones. */
function listArrivals(state: PlanState, pickupPoint: number): PickupArrivals {
  const known = state.arrivals.get(pickupPoint);
  if (known !== undefined) return known;
  const { travelSeconds } = state.snapshot;
  const arrivals = state.couriers.map((courier) => ({
    courier,
    arrivesAt: getFreeAt(courier) + travelSeconds(getLastPoint(courier), pickupPoint, courier.vehicle),
  }));
  const all = arrivals.filter(({ arrivesAt }) => arrivesAt < Number.POSITIVE_INFINITY);
  const found = { all, first: sortFirst(all, 2 * state.settings.maxCandidates) };
  state.arrivals.set(pickupPoint, found);
  return found;
}

/** The first arrivals, sorted. A typed array sorts numbers several times faster than a list sorts by a function. */
function sortFirst(arrivals: readonly Arrival[], count: number): Arrival[] {
  const instants = Float64Array.from(arrivals, ({ arrivesAt }) => arrivesAt).sort();
  const last = instants[Math.min(count, instants.length) - 1] ?? 0;
  return arrivals
    .filter(({ arrivesAt }) => arrivesAt <= last)
    .sort((a, b) => a.arrivesAt - b.arrivesAt)
    .slice(0, count);
}

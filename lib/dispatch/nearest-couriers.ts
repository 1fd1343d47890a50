import type { PlanState } from "@/lib/dispatch/plan-state";
import type { Candidate, CourierState, OrderState } from "@/lib/dispatch/route";

/** The couriers who can collect an order first, among those who may take it and can finish it in their shift. */
export function listNearestCouriers(state: PlanState, order: OrderState): CourierState[] {
  const { couriers, settings } = state;
  const travel = getTravelTo(state, order.pickup.point);
  const able: CourierState[] = [];
  const collectedAt: number[] = [];
  for (const [index, courier] of couriers.entries()) {
    if (!mayTake(courier, order)) continue;
    const at = getFreeAt(courier) + (travel[index] ?? Number.POSITIVE_INFINITY) + order.pickup.beforeSeconds;
    if (Math.max(at, order.readyAt) > courier.shiftEndsAt || at === Number.POSITIVE_INFINITY) continue;
    able.push(courier);
    collectedAt.push(at);
  }
  if (able.length <= settings.maxCandidates) return able;
  const limit = Float64Array.from(collectedAt).sort()[settings.maxCandidates - 1] ?? 0;
  const near = able.filter((_, index) => (collectedAt[index] ?? 0) <= limit);
  return near.slice(0, settings.maxCandidates);
}

export function findCandidates(state: PlanState, order: OrderState): ReadonlyMap<CourierState, Candidate> {
  order.candidates ??= new Map(
    listNearestCouriers(state, order).map((courier) => [
      courier,
      { courier, version: -1, extraCost: Number.POSITIVE_INFINITY, position: 0, stops: null },
    ]),
  );
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

function getTravelTo(state: PlanState, pickupPoint: number): Float64Array {
  const known = state.reach.get(pickupPoint);
  if (known !== undefined) return known;
  const { travelSeconds } = state.snapshot;
  const travel = Float64Array.from(state.couriers, (courier) =>
    travelSeconds(getLastPoint(courier), pickupPoint, courier.vehicle),
  );
  state.reach.set(pickupPoint, travel);
  return travel;
}

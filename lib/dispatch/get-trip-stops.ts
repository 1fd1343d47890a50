import type { PlanState } from "@/lib/dispatch/plan-state";
import type { OrderState, StopState } from "@/lib/dispatch/route";
import { appendVisits } from "@/lib/dispatch/route-cost";

const sequences = new WeakMap<OrderState, Map<number, readonly StopState[]>>();

/** The stops of an order driven by itself: the pickup, then the dropoffs in the given or the cheapest found sequence. */
export function getTripStops(state: PlanState, order: OrderState, vehicle: number): readonly StopState[] {
  const known = sequences.get(order) ?? new Map<number, readonly StopState[]>();
  sequences.set(order, known);
  const stops = known.get(vehicle) ?? findSequence(state, order, vehicle);
  known.set(vehicle, stops);
  return stops;
}

function findSequence(state: PlanState, order: OrderState, vehicle: number): readonly StopState[] {
  const sequence = [order.pickup, ...order.dropoffs];
  if (order.request?.isSequenceFree !== true || order.dropoffs.length < 2) return sequence;
  let stops = [order.pickup];
  for (const dropoff of order.dropoffs) stops = insertStop(state, vehicle, stops, dropoff);
  let cost = getTripCost(state, vehicle, stops);
  for (let isBetter = true; isBetter; ) {
    isBetter = false;
    for (const dropoff of order.dropoffs) {
      const others = stops.filter((stop) => stop !== dropoff);
      const moved = insertStop(state, vehicle, others, dropoff);
      const movedCost = getTripCost(state, vehicle, moved);
      if (movedCost >= cost - 1e-9) continue;
      stops = moved;
      cost = movedCost;
      isBetter = true;
    }
  }
  return stops;
}

function insertStop(
  state: PlanState,
  vehicle: number,
  stops: readonly StopState[],
  stop: StopState,
): StopState[] {
  let best = [...stops, stop];
  let least = getTripCost(state, vehicle, best);
  for (let position = 1; position < stops.length; position++) {
    const tried = stops.toSpliced(position, 0, stop);
    const cost = getTripCost(state, vehicle, tried);
    if (cost >= least) continue;
    best = tried;
    least = cost;
  }
  return best;
}

/** From the pickup, as soon as the goods are ready and it is now. */
function getTripCost(state: PlanState, vehicle: number, stops: readonly StopState[]): number {
  const [pickup] = stops;
  if (pickup === undefined) return 0;
  const start = {
    vehicle,
    point: pickup.point,
    startsAt: Math.max(state.snapshot.now, pickup.earliestAt),
    shiftEndsAt: Number.POSITIVE_INFINITY,
  };
  return appendVisits(state.walk, start, [], stops)?.cost ?? Number.POSITIVE_INFINITY;
}

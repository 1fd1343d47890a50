import { getTripStops } from "@/lib/dispatch/get-trip-stops";
import type { PlanState } from "@/lib/dispatch/plan-state";
import type { CourierState, OrderState, StopState } from "@/lib/dispatch/route";
import { appendVisits } from "@/lib/dispatch/route-cost";

interface StackedInsertion {
  /** Infinity if the courier cannot take the order. */
  readonly extraCost: number;
  readonly stops: readonly StopState[] | null;
}

/**
 * The cheapest places found for an order's stops among those of other orders. For each place of the pickup: all stops
 * together, and each dropoff in turn where it costs least.
 */
export function findStackedStops(
  state: PlanState,
  courier: CourierState,
  order: OrderState,
): StackedInsertion {
  const current = courier.route.visits.map(({ stop }) => stop);
  const trip = getTripStops(state, order, courier.vehicle);
  const [pickup, ...dropoffs] = trip;
  let best: StackedInsertion = { extraCost: Number.POSITIVE_INFINITY, stops: null };
  if (pickup === undefined) return best;
  // The courier is already on the way to the first committed stop.
  const first = courier.base.visits.length === 0 ? 0 : 1;
  for (let position = first; position <= current.length; position++) {
    const together = current.toSpliced(position, 0, ...trip);
    const apart = insertDropoffs(state, courier, current.toSpliced(position, 0, pickup), position, dropoffs);
    for (const stops of [together, apart]) {
      if (!canCarryAll(state, courier, stops)) continue;
      const extraCost = getCost(state, courier, stops) - courier.route.cost;
      if (extraCost < best.extraCost) best = { extraCost, stops };
    }
  }
  return best;
}

function insertDropoffs(
  state: PlanState,
  courier: CourierState,
  withPickup: readonly StopState[],
  pickupPosition: number,
  dropoffs: readonly StopState[],
): readonly StopState[] {
  let stops = withPickup;
  let after = pickupPosition;
  for (const dropoff of dropoffs) {
    let least = Number.POSITIVE_INFINITY;
    let chosen = after + 1;
    for (let position = after + 1; position <= stops.length; position++) {
      const cost = getCost(state, courier, stops.toSpliced(position, 0, dropoff));
      if (cost >= least) continue;
      least = cost;
      chosen = position;
    }
    stops = stops.toSpliced(chosen, 0, dropoff);
    after = chosen;
  }
  return stops;
}

const getCost = ({ walk }: PlanState, courier: CourierState, stops: readonly StopState[]): number =>
  appendVisits(walk, courier, [], stops)?.cost ?? Number.POSITIVE_INFINITY;

/** Whether neither the orders in hand nor the load exceed their limits anywhere. */
function canCarryAll(
  { settings }: PlanState,
  { collected, capacity }: CourierState,
  stops: readonly StopState[],
): boolean {
  const open = new Map<OrderState, number>();
  for (const order of collected) open.set(order, order.dropoffs.length);
  let load = collected.reduce((sum, order) => sum + order.load, 0);
  for (const { order, dropoff, load: change } of stops) {
    load += change;
    if (dropoff === null) {
      open.set(order, stops.filter((stop) => stop.order === order).length - 1);
      if (open.size > settings.maxInHand || load > capacity) return false;
      continue;
    }
    const left = (open.get(order) ?? 0) - 1;
    if (left > 0) open.set(order, left);
    else open.delete(order);
  }
  return true;
}

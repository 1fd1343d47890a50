import { getTripStops } from "@/lib/dispatch/get-trip-stops";
import type { PlanState } from "@/lib/dispatch/plan-state";
import {
  areCollectedTogether,
  type Candidate,
  type CourierState,
  type OrderState,
  type Route,
  type StopState,
} from "@/lib/dispatch/route";
import { getExtraCost } from "@/lib/dispatch/route-cost";

/** Indexes of stops of a route: the one before which a pickup can be inserted, and the last one for its dropoffs. */
interface Places {
  readonly pickup: number;
  readonly lastDropoffs: number;
}

/** Places the order among the stops of others, where that is cheaper than the candidate. Its dropoffs stay together. */
export function findStackedPosition(state: PlanState, order: OrderState, candidate: Candidate): void {
  const { courier } = candidate;
  const places = state.settings.collectsOnTheWay
    ? listAllPlaces(courier)
    : listSharedTrips(courier.route, order.pickup);
  if (places.length === 0) return;
  const stops = getTripStops(state, order, courier.vehicle);
  const carried = listCarried(courier);
  for (const { pickup, lastDropoffs } of places) {
    for (let dropoffs = pickup; dropoffs <= lastDropoffs; dropoffs++) {
      // Between the pickup and the dropoffs, the courier has the order in addition.
      const { load = 0, orders = 0 } = carried[dropoffs] ?? {};
      if (load + order.load > courier.capacity || orders + 1 > courier.maxInHand) break;
      const insertion = { stops, pickup, dropoffs };
      const extraCost = getExtraCost(state.walk, courier, courier.route, insertion, candidate.extraCost);
      if (extraCost >= candidate.extraCost) continue;
      candidate.extraCost = extraCost;
      candidate.pickup = pickup;
      candidate.dropoffs = dropoffs;
    }
  }
}

function listAllPlaces({ base, route }: CourierState): Places[] {
  const lastDropoffs = route.visits.length;
  // The courier is already on the way to the first committed stop.
  const first = base.visits.length === 0 ? 0 : 1;
  return Array.from({ length: lastDropoffs + 1 - first }, (_, place) => {
    return { pickup: first + place, lastDropoffs };
  });
}

/** With the last pickup at the same place, up to the next pickup. */
function listSharedTrips({ visits }: Route, pickup: StopState): Places[] {
  const isPickup = (index: number) => visits[index]?.stop.dropoff === null;
  return visits.flatMap(({ stop }, index): Places[] => {
    if (!areCollectedTogether(stop, pickup) || isPickup(index + 1)) return [];
    const next = visits.findIndex((_, later) => later > index && isPickup(later));
    return [{ pickup: index + 1, lastDropoffs: next === -1 ? visits.length : next }];
  });
}

interface Carried {
  readonly load: number;
  readonly orders: number;
}

/** The load and the orders on board before each stop of the route and at its end. */
function listCarried({ collected, route }: CourierState): Carried[] {
  const left = new Map<OrderState, number>();
  let load = 0;
  for (const stop of collected) {
    left.set(stop.order, (left.get(stop.order) ?? 0) + 1);
    load -= stop.load;
  }
  const carried: Carried[] = [{ load, orders: left.size }];
  for (const { stop } of route.visits) {
    const { order, dropoff } = stop;
    load += stop.load;
    const count = dropoff === null ? order.dropoffs.length : (left.get(order) ?? 0) - 1;
    if (count > 0) left.set(order, count);
    else left.delete(order);
    carried.push({ load, orders: left.size });
  }
  return carried;
}

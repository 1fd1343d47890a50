import { getTripStops } from "@/lib/dispatch/get-trip-stops";
import type { PlanState } from "@/lib/dispatch/plan-state";
import type { CourierState, OrderState, StopState } from "@/lib/dispatch/route";
import type { RouteWalk } from "@/lib/dispatch/route-cost";

/** A courier's stops with those of another order. */
export interface StackedInsertion {
  /** Infinity if the courier cannot take the order. */
  readonly extraCost: number;
  readonly stops: readonly StopState[] | null;
}

/** The cheapest places of an order's stops among those of other orders: of its pickup, and of its dropoffs together. */
export function findStackedStops(
  state: PlanState,
  courier: CourierState,
  order: OrderState,
): StackedInsertion {
  const current = courier.route.visits.map(({ stop }) => stop);
  const trip = getTripStops(state, order, courier.vehicle);
  const carried = listCarried(courier, current);
  let least = Number.POSITIVE_INFINITY;
  let best: { pickup: number; dropoffs: number } | null = null;
  // The courier is already on the way to the first committed stop.
  const first = courier.base.visits.length === 0 ? 0 : 1;
  for (let pickup = first; pickup <= current.length; pickup++) {
    for (let dropoffs = pickup; dropoffs <= current.length; dropoffs++) {
      // Between the pickup and the dropoffs, the courier has the order in addition.
      const { load = 0, orders = 0 } = carried[dropoffs] ?? {};
      if (load + order.load > courier.capacity || orders + 1 > courier.maxInHand) break;
      const extraCost = getExtraCost(state.walk, courier, trip, { pickup, dropoffs }, least);
      if (extraCost >= least) continue;
      least = extraCost;
      best = { pickup, dropoffs };
    }
  }
  if (best === null) return { extraCost: least, stops: null };
  const stops = [
    ...current.slice(0, best.pickup),
    ...trip.slice(0, 1),
    ...current.slice(best.pickup, best.dropoffs),
    ...trip.slice(1),
    ...current.slice(best.dropoffs),
  ];
  return { extraCost: least, stops };
}

/** Infinity if the route cannot be driven, or costs more than `limit`: later stops cannot become cheaper by a detour before. */
function getExtraCost(
  walk: RouteWalk,
  courier: CourierState,
  trip: readonly StopState[],
  places: { readonly pickup: number; readonly dropoffs: number },
  limit: number,
): number {
  const { visits, cost } = courier.route;
  walk.begin(courier, visits[places.pickup - 1]);
  let costBefore = visits[places.pickup - 1]?.cost ?? 0;
  for (let index = places.pickup; index <= visits.length; index++) {
    if (index === places.pickup && trip[0] !== undefined && !walk.visit(trip[0]))
      return Number.POSITIVE_INFINITY;
    if (index === places.dropoffs) {
      for (let stop = 1; stop < trip.length; stop++) {
        const dropoff = trip[stop];
        if (dropoff !== undefined && !walk.visit(dropoff)) return Number.POSITIVE_INFINITY;
      }
    }
    const visit = visits[index];
    if (visit === undefined) break;
    if (walk.cost - costBefore > limit || !walk.visit(visit.stop)) return Number.POSITIVE_INFINITY;
    costBefore = visit.cost;
    // From a stop that is left at the same time as before, the rest of the route is the same.
    if (index >= places.dropoffs && walk.leavesAt === visit.leavesAt) return walk.cost - visit.cost;
  }
  walk.end();
  return walk.cost - cost;
}

interface Carried {
  readonly load: number;
  readonly orders: number;
}

/** What the courier has before each stop and at the end: on board, or, for orders, on the way to. */
function listCarried({ collected }: CourierState, stops: readonly StopState[]): Carried[] {
  const left = new Map<OrderState, number>();
  let load = 0;
  for (const stop of collected) {
    left.set(stop.order, (left.get(stop.order) ?? 0) + 1);
    load -= stop.load;
  }
  const carried: Carried[] = [{ load, orders: left.size }];
  for (const { order, dropoff, load: change } of stops) {
    load += change;
    const count = dropoff === null ? order.dropoffs.length : (left.get(order) ?? 0) - 1;
    if (count > 0) left.set(order, count);
    else left.delete(order);
    carried.push({ load, orders: left.size });
  }
  return carried;
}

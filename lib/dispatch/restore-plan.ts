import { mayTake } from "@/lib/dispatch/nearest-couriers";
import type { Plan, PlannedRoute } from "@/lib/dispatch/plan-snapshot";
import { findStop, type PlanState, setRoute } from "@/lib/dispatch/plan-state";
import type { CourierState, OrderState, Route, StopState } from "@/lib/dispatch/route";
import { appendVisits } from "@/lib/dispatch/route-cost";

/** Takes over the routes of the previous plan, without orders and couriers that are gone. */
export function restorePlan(state: PlanState, previous: Plan): void {
  const orders = new Map(state.orders.map((order) => [order.id, order]));
  const couriers = new Map(state.couriers.map((courier) => [courier.id, courier]));
  for (const route of previous.routes) {
    const courier = couriers.get(route.courierId);
    if (courier !== undefined) restoreRoute(state, courier, route, orders);
  }
}

/** Drops orders from the end until the rest can be driven: a courier may be late, or end the shift earlier than planned. */
function restoreRoute(
  state: PlanState,
  courier: CourierState,
  planned: PlannedRoute,
  orders: ReadonlyMap<string, OrderState>,
): void {
  const remaining = planned.orders.flatMap(({ orderId }) => {
    const order = orders.get(orderId);
    return order === undefined || order.courier !== null || !mayTake(courier, order) ? [] : [order];
  });
  for (; remaining.length > 0; remaining.pop()) {
    const route = buildRoute(state, courier, planned, remaining);
    if (route === null) continue;
    setRoute(state, courier, route);
    for (const order of remaining) order.courier = courier;
    return;
  }
}

function buildRoute(
  state: PlanState,
  courier: CourierState,
  planned: PlannedRoute,
  remaining: readonly OrderState[],
): Route | null {
  const { base, maxInHand } = courier;
  const committed = base.visits.map(({ stop }) => stop);
  const known = [...remaining, ...committed.map(({ order }) => order)];
  const orders = new Map(known.map((order) => [order.id, order]));
  const isLeft = new Set([
    ...remaining.flatMap(({ pickup, dropoffs }) => [pickup, ...dropoffs]),
    ...committed,
  ]);
  const stops = planned.stops.flatMap((ref): StopState[] => {
    const stop = findStop(orders, ref);
    return stop !== undefined && isLeft.has(stop) ? [stop] : [];
  });
  const kept = stops.filter(({ order }) => order.request === null);
  const isSameSequence =
    kept.length === committed.length && kept.every((stop, index) => stop === committed[index]);
  if (isSameSequence && maxInHand > 1) return appendVisits(state.walk, courier, [], stops);
  const added = stops.filter(({ order }) => order.request !== null);
  return appendVisits(state.walk, courier, base.visits, added);
}

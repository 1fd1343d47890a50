import { mayTake } from "@/lib/dispatch/nearest-couriers";
import type { Plan, PlannedRoute } from "@/lib/dispatch/plan-snapshot";
import { findStop, type PlanState, setRoute } from "@/lib/dispatch/plan-state";
import type { CourierState, OrderState, Route } from "@/lib/dispatch/route";
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
  const { base } = courier;
  const baseStops = base.visits.map(({ stop }) => stop);
  const known = [...remaining, ...baseStops.map(({ order }) => order)];
  const orders = new Map(known.map((order) => [order.id, order]));
  const stops = planned.stops.flatMap((ref) => findStop(orders, ref) ?? []);
  const plannedStops = stops.filter(({ order }) => order.request !== null);
  const committedStops = stops.filter((stop) => baseStops.includes(stop));
  const isSameSequence =
    committedStops.length === baseStops.length &&
    committedStops.every((stop, index) => stop === baseStops[index]);
  if (isSameSequence) {
    const left = stops.filter((stop) => stop.order.request !== null || baseStops.includes(stop));
    return appendVisits(state.walk, courier, [], left);
  }
  return appendVisits(state.walk, courier, base.visits, plannedStops);
}

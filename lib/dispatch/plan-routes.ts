import { findFirstPlanned, getCommitAt, listDue } from "@/lib/dispatch/commitment";
import { findUnplannedReason } from "@/lib/dispatch/find-unplanned-reason";
import { insertByRegret } from "@/lib/dispatch/insertion";
import { DEFAULT_PLAN_SETTINGS, type PlanSettings } from "@/lib/dispatch/plan-settings";
import type { Plan, PlannedOrder, PlannedRoute, PlanOrder, PlanSnapshot } from "@/lib/dispatch/plan-snapshot";
import { buildPlanState, type PlanState } from "@/lib/dispatch/plan-state";
import { restorePlan } from "@/lib/dispatch/restore-plan";
import type { CourierState } from "@/lib/dispatch/route";
import { searchNeighborhoods } from "@/lib/dispatch/search-neighborhoods";
import { createRandom } from "@/lib/random";

/**
 * Plans routes of several orders per courier: keeps what is left of the previous plan, inserts the other orders by
 * regret, then improves the whole by large neighborhood search. The same arguments give the same plan; the work is
 * bounded by the number of orders, candidates and iterations.
 */
export function planRoutes(
  snapshot: PlanSnapshot,
  settings: PlanSettings = DEFAULT_PLAN_SETTINGS,
  previous: Plan | null = null,
): Plan {
  const state = buildPlanState(snapshot, settings);
  if (previous !== null) restorePlan(state, previous);
  const open = state.orders.filter(({ courier }) => courier === null);
  insertByRegret(state, open, () => {});
  const iterations = countIterations(settings, snapshot.orders, previous);
  searchNeighborhoods(state, createRandom(settings.seed), iterations);
  return toPlan(state, iterations);
}

function countIterations(
  { iterationsPerPlan, maxSearchedOrders, iterationsPerNewOrder, maxIterations }: PlanSettings,
  orders: readonly PlanOrder[],
  previous: Plan | null,
): number {
  if (orders.length === 0) return 0;
  const known = new Set(previous?.unplanned.map(({ orderId }) => orderId));
  for (const route of previous?.routes ?? []) {
    for (const { orderId } of route.orders) known.add(orderId);
  }
  const newOrders = orders.filter(({ id }) => !known.has(id)).length;
  const steady = Math.min(iterationsPerPlan, Math.ceil(maxSearchedOrders / orders.length));
  return Math.min(maxIterations, steady + iterationsPerNewOrder * newOrders);
}

function toPlan(state: PlanState, iterations: number): Plan {
  const planned = state.couriers.filter((courier) => findFirstPlanned(courier) !== null);
  return {
    routes: planned.map((courier) => toPlannedRoute(state, courier)),
    unplanned: state.orders
      .filter(({ courier }) => courier === null)
      .map((order) => ({ orderId: order.id, reason: findUnplannedReason(state, order) })),
    due: planned.flatMap((courier) =>
      listDue(state, courier).map(({ id }) => ({ orderId: id, courierId: courier.id })),
    ),
    costMinutes: state.couriers.reduce((sum, { route }) => sum + route.cost, 0),
    iterations,
  };
}

function toPlannedRoute({ settings }: PlanState, courier: CourierState): PlannedRoute {
  const { visits } = courier.route;
  const orders: PlannedOrder[] = [];
  for (const [index, { stop, arrivesAt, handledAt }] of visits.entries()) {
    const { order } = stop;
    if (stop.dropoff !== null || order.request === null) continue;
    orders.push({
      orderId: order.id,
      commitAt: getCommitAt(settings, courier, index),
      arrivesAt,
      collectedAt: handledAt,
      handedOverAt: visits
        .filter((visit) => visit.stop.order === order && visit.stop.dropoff !== null)
        .toSorted((a, b) => (a.stop.dropoff ?? 0) - (b.stop.dropoff ?? 0))
        .map((visit) => visit.handledAt),
    });
  }
  const stops = visits.map(({ stop, arrivesAt, handledAt }) => ({
    orderId: stop.order.id,
    dropoff: stop.dropoff,
    arrivesAt,
    handledAt,
  }));
  return { courierId: courier.id, orders, stops };
}

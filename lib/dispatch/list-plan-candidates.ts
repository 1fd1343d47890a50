import { listNearestCouriers } from "@/lib/dispatch/nearest-couriers";
import { DEFAULT_PLAN_SETTINGS, type PlanSettings } from "@/lib/dispatch/plan-settings";
import type { PlanSnapshot } from "@/lib/dispatch/plan-snapshot";
import { buildPlanState } from "@/lib/dispatch/plan-state";

/**
 * The couriers that a plan compares for each order, by the order's identifier, nearest first. With estimated travel times
 * in the snapshot it tells which exact ones to fetch before `planRoutes`: from where these couriers become free, and from
 * the last dropoffs of other orders, to the pickup.
 */
export function listPlanCandidates(
  snapshot: PlanSnapshot,
  settings: PlanSettings = DEFAULT_PLAN_SETTINGS,
): ReadonlyMap<string, readonly string[]> {
  const state = buildPlanState(snapshot, settings);
  return new Map(
    state.orders.map((order) => [order.id, listNearestCouriers(state, order).map(({ id }) => id)]),
  );
}

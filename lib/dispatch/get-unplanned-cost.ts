import type { PlanState } from "@/lib/dispatch/plan-state";
import type { OrderState } from "@/lib/dispatch/route";

/** More than a minute of waiting and lateness costs in a route, so that the longest waiting order is planned first. */
const PER_WAITED_MINUTE = 2;

/** Returns the cost of leaving an order out of the plan, in minutes. */
export function getUnplannedCost(
  { snapshot, settings }: Pick<PlanState, "snapshot" | "settings">,
  { placedAt }: Pick<OrderState, "placedAt">,
): number {
  return settings.weights.unplanned + (PER_WAITED_MINUTE * Math.max(0, snapshot.now - placedAt)) / 60;
}

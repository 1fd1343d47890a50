import type { PlanRequest } from "@/lib/dispatch/plan-request";
import { planRoutes } from "@/lib/dispatch/plan-routes";
import { DEFAULT_PLAN_SETTINGS, type PlanSettings } from "@/lib/dispatch/plan-settings";
import type { Plan } from "@/lib/dispatch/plan-snapshot";
import { toTravelSeconds } from "@/lib/dispatch/travel-times";

/** Couriers usually accept within this time. */
const ACCEPTANCE_SECONDS = 20;

const SETTINGS: PlanSettings = {
  ...DEFAULT_PLAN_SETTINGS,
  acceptanceSeconds: ACCEPTANCE_SECONDS,
  tickSeconds: 2,
};

export function makePlan({ snapshot, travelTimes }: PlanRequest, previous: Plan | null): Plan {
  return planRoutes({ ...snapshot, travelSeconds: toTravelSeconds(travelTimes) }, SETTINGS, previous);
}

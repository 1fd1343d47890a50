import { moveIdleCouriers } from "@/lib/dispatch/move-idle-couriers";
import { planRoutes } from "@/lib/dispatch/plan-routes";
import { DEFAULT_PLAN_SETTINGS, type PlanSettings } from "@/lib/dispatch/plan-settings";
import type { Plan, PlanSnapshot } from "@/lib/dispatch/plan-snapshot";
import type { Planner, PlanRequest, PlanWithMoves } from "@/lib/dispatch/planner";
import { areRoutesShared } from "@/lib/dispatch/stacking-settings";
import { toTravelSeconds } from "@/lib/dispatch/travel-times";

/** Couriers usually accept within this time. */
const ACCEPTANCE_SECONDS = 20;

/** The 90th percentile of a trip with three stops is about 30 % later than its median. */
const DELAY_SHARE = 0.3;

const SETTINGS: PlanSettings = {
  ...DEFAULT_PLAN_SETTINGS,
  delayShare: DELAY_SHARE,
  acceptanceSeconds: ACCEPTANCE_SECONDS,
  tickSeconds: 2,
};

/** Plans on the calling thread: for commands and tests. */
export const directPlanner: Planner = {
  plan: async (request, previous) => makePlan(request, previous),
};

export function makePlan(request: PlanRequest, previous: Plan | null): PlanWithMoves {
  const timed = toTimedSnapshot(request);
  const plan = planRoutes(timed, toPlanSettings(request), previous);
  return { ...plan, moves: request.areMovesWanted ? moveIdleCouriers(timed, plan) : [] };
}

export function toTimedSnapshot({ snapshot, travelTimes }: PlanRequest): PlanSnapshot {
  return { ...snapshot, travelSeconds: toTravelSeconds(travelTimes) };
}

export function toPlanSettings({ stacking, settings }: PlanRequest): PlanSettings {
  return {
    ...SETTINGS,
    offersTogether: true,
    collectsOnTheWay: areRoutesShared(stacking),
    maxAddedSeconds: stacking.maxAddedMinutes * 60,
    ...settings,
  };
}

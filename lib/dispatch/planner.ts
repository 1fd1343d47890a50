import type { CourierMove } from "@/lib/dispatch/move-idle-couriers";
import type { PlanSettings } from "@/lib/dispatch/plan-settings";
import type { Plan, PlanSnapshot } from "@/lib/dispatch/plan-snapshot";
import type { StackingSettings } from "@/lib/dispatch/stacking-settings";
import type { TravelTimes } from "@/lib/dispatch/travel-times";

/** The input of a plan, as plain data that a worker thread can receive. */
export interface PlanRequest {
  readonly snapshot: Omit<PlanSnapshot, "travelSeconds">;
  readonly travelTimes: TravelTimes;
  /** Whether the plan includes places where idle couriers should wait. */
  readonly areMovesWanted: boolean;
  readonly stacking: Pick<StackingSettings, "scope" | "maxAddedMinutes">;
  /** Instead of those of dispatch. */
  readonly settings?: Partial<PlanSettings>;
}

export interface PlanWithMoves extends Plan {
  /** Empty unless wanted. */
  readonly moves: readonly CourierMove[];
}

export interface Planner {
  plan(request: PlanRequest, previous: Plan | null): Promise<PlanWithMoves>;
}

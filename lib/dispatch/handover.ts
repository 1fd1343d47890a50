import type { PlanStop } from "@/lib/dispatch/plan-snapshot";
import type { Point } from "@/lib/point";
import { toDoorGroups, toWaitGroups, UNKNOWN_DOOR } from "@/lib/tracking/arrivals/duration-groups";
import { type DurationModel, PARKING_SECONDS, predict } from "@/lib/tracking/arrivals/duration-model";

/** Input of learned handover times. `period` comes from `toPeriod`. */
export interface HandoverTerms {
  readonly durations: DurationModel;
  readonly period: string;
}

export type Handover = Pick<PlanStop, "beforeSeconds" | "afterSeconds">;

/** The learned median, from when the goods are ready. @param shop the account; empty if unknown */
export function toPickupHandover(
  { durations, period }: HandoverTerms,
  pickup: Point,
  shop: string,
): Handover {
  const { location } = predict(durations, "wait", toWaitGroups(period, pickup, shop));
  return { beforeSeconds: PARKING_SECONDS, afterSeconds: Math.exp(location) };
}

/** The learned median. */
export function toDoorHandover({ durations }: HandoverTerms, door: Point): Handover {
  const { location } = predict(durations, "door", toDoorGroups(door, UNKNOWN_DOOR));
  return { beforeSeconds: PARKING_SECONDS + Math.exp(location), afterSeconds: 0 };
}

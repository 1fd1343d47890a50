import { MINUTE_MS } from "@/lib/duration";
import type { Point } from "@/lib/point";
import type { RouteLeg } from "@/lib/routing/driven-legs";
import { estimateLeg } from "@/lib/routing/estimate";
import { greatCircleMeters } from "@/lib/routing/geo";
import { OFF_ROUTE_METERS, pathLength, projectOnPath } from "@/lib/routing/path";
import type { ArrivalEstimate } from "@/lib/tracking/arrivals/arrival-window";
import { P50, toQuantile } from "@/lib/tracking/arrivals/duration";
import {
  toDoorGroups,
  toDriveGroups,
  toWaitGroups,
  UNKNOWN_DOOR,
} from "@/lib/tracking/arrivals/duration-groups";
import type { DurationModel, Groups } from "@/lib/tracking/arrivals/duration-model";
import { estimateSteps, type Step, toArrivalEstimate } from "@/lib/tracking/arrivals/estimate-steps";

/** What durations depend on besides the trip itself. */
export interface EtaTerms {
  readonly durations: DurationModel;
  /** Of `toPeriod`. */
  readonly period: string;
  readonly vehicle: string;
  /** The account; empty where the goods are not collected from it. */
  readonly shop: string;
  /** 1 for real couriers. */
  readonly speed: number;
}

/** A stop of another order; at a pickup the courier also waits for the goods. */
export interface OtherStop extends Point {
  readonly isPickup: boolean;
}

export interface EtaInput extends EtaTerms {
  readonly isPickedUp: boolean;
  readonly courier: Point;
  readonly pickup: Point;
  readonly approach: RouteLeg | null;
  /** Since the courier is at the pickup and the goods are ready; null before the arrival there. */
  readonly waitedSeconds: number | null;
  /** Until the goods can be collected; 0 if they can, and after the pickup. */
  readonly secondsUntilReady: number;
  /** Stops of the courier's other orders before the pickup. */
  readonly othersFirst: readonly OtherStop[];
  /** To the dropoffs that are left, in the order of the visits. */
  readonly legs: readonly (RouteLeg & {
    readonly to: Point;
    /** Stops of the courier's other orders before this one, and after the former one of this order. */
    readonly others: readonly OtherStop[];
    readonly door: Groups<"door">;
    /** Until the recipient's window begins; 0 without one and in it. */
    readonly secondsUntilOpen: number;
    /** Since the arrival there; null before it. */
    readonly stoodSeconds: number | null;
  })[];
}

/** The median of the seconds until an arrival; 0 at a reached dropoff and for one that does not exist. */
export function secondsUntil(journey: EtaInput, visit: number): number {
  const duration = estimateVisits(journey)[visit] ?? null;
  return duration === null
    ? 0
    : Math.max(journey.legs[visit]?.secondsUntilOpen ?? 0, toQuantile(duration, P50));
}

/** One per visit; a reached one is at `now`. */
export function estimateVisitArrivals(journey: EtaInput, now: Date): ArrivalEstimate[] {
  return estimateVisits(journey).map((duration, visit) =>
    duration === null
      ? { earliest: now, expected: now, latest: now }
      : toArrivalEstimate(duration, now, journey.legs[visit]?.secondsUntilOpen),
  );
}

/** Null for a reached dropoff. */
function estimateVisits(journey: EtaInput) {
  const { durations, legs, isPickedUp, speed, courier, pickup } = journey;
  const steps: Step[] = isPickedUp ? [] : listStepsToCollect(journey);
  const arrivals: (number | null)[] = [];
  let from = isPickedUp ? courier : pickup;
  for (const [visit, leg] of legs.entries()) {
    const { stoodSeconds, door, others, secondsUntilOpen } = leg;
    steps.push(...listStepsOfOthers(journey, from, others));
    if (stoodSeconds === null) {
      const isUnderWay = isPickedUp && visit === 0;
      const before = others.at(-1);
      const seconds = isUnderWay ? secondsLeft(leg, courier) : leg.durationSeconds;
      steps.push(toDrive(journey, leg.to, before === undefined ? seconds : straightSeconds(before, leg.to)));
    }
    if (secondsUntilOpen > 0) steps.push({ kind: "window", secondsUntilOpen });
    // The courier hands over in the window at the earliest.
    arrivals.push(stoodSeconds === null ? steps.length - 1 : null);
    steps.push({ kind: "door", groups: door, elapsedSeconds: stoodSeconds ?? 0 });
    from = leg.to;
  }
  const ends = estimateSteps(durations, steps, speed);
  return arrivals.map((step) => (step === null ? null : (ends[step] ?? null)));
}

function listStepsToCollect(journey: EtaInput): Step[] {
  const { courier, pickup, approach, waitedSeconds, secondsUntilReady, period, shop, othersFirst } = journey;
  const wait: Step = {
    kind: "wait",
    groups: toWaitGroups(period, pickup, shop),
    elapsedSeconds: waitedSeconds ?? 0,
    secondsUntilReady,
  };
  if (waitedSeconds !== null) return [wait];
  const before = othersFirst.at(-1);
  const direct = approach === null ? straightSeconds(courier, pickup) : secondsLeft(approach, courier);
  const seconds = before === undefined ? direct : straightSeconds(before, pickup);
  return [...listStepsOfOthers(journey, courier, othersFirst), toDrive(journey, pickup, seconds), wait];
}

/** At a closer place the courier neither drives nor parks again. */
const SAME_PLACE_METERS = 30;

/** Shops and doors of other orders are unknown. Orders of one place are collected together. */
function listStepsOfOthers(journey: EtaInput, start: Point, others: readonly OtherStop[]): Step[] {
  let from = start;
  return others.flatMap((stop) => {
    const drive = toDrive(journey, stop, straightSeconds(from, stop));
    const isSamePlace = greatCircleMeters(from, stop) < SAME_PLACE_METERS;
    from = stop;
    if (!stop.isPickup) {
      const door: Step = { kind: "door", groups: toDoorGroups(stop, UNKNOWN_DOOR), elapsedSeconds: 0 };
      return isSamePlace ? [door] : [drive, door];
    }
    const groups = toWaitGroups(journey.period, stop, "");
    return isSamePlace ? [] : [drive, { kind: "wait", groups, elapsedSeconds: 0, secondsUntilReady: 0 }];
  });
}

function toDrive({ period, vehicle }: EtaInput, to: Point, plannedSeconds: number): Step {
  return { kind: "drive", groups: toDriveGroups(period, { vehicle, plannedSeconds, to }), plannedSeconds };
}

function secondsLeft(leg: RouteLeg, courier: Point): number {
  const end = leg.path.at(-1);
  if (end === undefined) return leg.durationSeconds;
  const { meters, offMeters } = projectOnPath(leg.path, courier);
  if (offMeters > OFF_ROUTE_METERS) return straightSeconds(courier, end);
  const length = pathLength(leg.path);
  return length === 0 ? 0 : leg.durationSeconds * (1 - meters / length);
}

/** Road distance on the route, else a straight line; null when the stop's point is unknown. */
export function metersToNext(journey: EtaInput): number | null {
  const { courier, isPickedUp, approach, pickup, legs } = journey;
  const path = (isPickedUp ? legs[0] : approach)?.path ?? [];
  const end = path.at(-1) ?? (isPickedUp ? null : pickup);
  if (end === null) return null;
  const { meters, offMeters } = projectOnPath(path, courier);
  if (offMeters > OFF_ROUTE_METERS) return greatCircleMeters(courier, end);
  return Math.max(0, pathLength(path) - meters);
}

const straightSeconds = (from: Point, to: Point): number => estimateLeg(from, to).durationSeconds;

/** A minute of a simulated courier, at least a second. */
const toPacedMinuteMs = (speed: number): number => Math.max(1_000, Math.round(MINUTE_MS / speed));

/** The seconds since then in whole minutes, so that an estimate stays the same in between; null for null. */
export function secondsSince<At extends Date | null>(
  at: At,
  now: Date,
  speed: number,
): At extends null ? null : number;
export function secondsSince(at: Date | null, now: Date, speed: number): number | null {
  if (at === null) return null;
  const minuteMs = toPacedMinuteMs(speed);
  return Math.max(0, (Math.floor((now.getTime() - at.getTime()) / minuteMs) * minuteMs) / 1_000);
}

/** When the shop could first hand the goods to a courier who is there. */
export const getWaitStart = (arrivedAt: Date, readyAt: Date | null): Date =>
  readyAt !== null && readyAt > arrivedAt ? readyAt : arrivedAt;

/** The seconds until the goods can be collected, in whole minutes; 0 without a time and after it. */
export function secondsUntilReady(readyAt: Date | null, now: Date, speed = 1): number {
  if (readyAt === null) return 0;
  const minuteMs = toPacedMinuteMs(speed);
  return Math.max(0, (Math.ceil((readyAt.getTime() - now.getTime()) / minuteMs) * minuteMs) / 1_000);
}

/** The time in milliseconds until `secondsSince` or `secondsUntilReady` of an instant changes. */
export function minuteTtlMs(at: Date, now: Date, speed: number): number {
  const minuteMs = toPacedMinuteMs(speed);
  const passed = (((now.getTime() - at.getTime()) % minuteMs) + minuteMs) % minuteMs;
  return minuteMs - passed;
}

/** Whole minutes, at least 1; null above 90 minutes. */
export function minutesLeft(seconds: number): number | null {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return minutes <= MAX_MINUTES ? minutes : null;
}

const MAX_MINUTES = 90;

/** The arrival of a courier who first drives to the pickup. */
export function estimateArrivalVia(
  now: Date,
  trip: Pick<EtaInput, "durations" | "period" | "vehicle" | "shop" | "pickup" | "secondsUntilReady"> & {
    readonly dropoff: Point;
    readonly secondsUntilOpen: number;
    readonly thereSeconds: number;
    readonly onwardSeconds: number;
  },
): ArrivalEstimate {
  const { durations, period, vehicle, shop, pickup, dropoff, thereSeconds, onwardSeconds } = trip;
  const toDriveStep = (to: Point, plannedSeconds: number): Step => ({
    kind: "drive",
    groups: toDriveGroups(period, { vehicle, plannedSeconds, to }),
    plannedSeconds,
  });
  const wait = { kind: "wait", groups: toWaitGroups(period, pickup, shop), elapsedSeconds: 0 } as const;
  const steps: Step[] = [
    toDriveStep(pickup, thereSeconds),
    { ...wait, secondsUntilReady: trip.secondsUntilReady },
    toDriveStep(dropoff, onwardSeconds),
    { kind: "window", secondsUntilOpen: trip.secondsUntilOpen },
  ];
  const last = estimateSteps(durations, steps).at(-1);
  if (last === undefined) throw new Error("A trip has steps.");
  return toArrivalEstimate(last, now, trip.secondsUntilOpen);
}

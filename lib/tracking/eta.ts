import { MINUTE_MS } from "@/lib/duration";
import type { Point } from "@/lib/point";
import type { RouteLeg } from "@/lib/routing/driven-legs";
import { estimateLeg } from "@/lib/routing/estimate";
import { greatCircleMeters } from "@/lib/routing/geo";
import { pathLength, projectOnPath } from "@/lib/routing/path";

export interface ArrivalWindow {
  readonly from: Date;
  readonly to: Date;
}

export interface EtaInput {
  readonly isPickedUp: boolean;
  readonly hasArrivedAtPickup: boolean;
  readonly courier: Point;
  readonly pickup: Point;
  readonly approach: RouteLeg | null;
  /** Until the goods can be collected; 0 if they can, and after the pickup. */
  readonly secondsUntilReady: number;
  readonly legs: readonly (RouteLeg & { readonly isThere: boolean; readonly isDone: boolean })[];
  /** 1 for real couriers. */
  readonly speed: number;
}

const PICKUP_SECONDS = 240;
const DOOR_SECONDS = 150;
/** Farther off the route, the ETA uses a straight line. */
export const OFF_ROUTE_METERS = 400;

/** The seconds until an arrival. The goods are collected when the courier is there and they are ready. */
interface RemainingSeconds {
  readonly toCollect: number;
  readonly untilReady: number;
  /** From the collection to the arrival. */
  readonly onward: number;
}

export function secondsUntil(journey: EtaInput, dropoff: number): number {
  return sumSeconds(remainingSeconds(journey, dropoff));
}

const sumSeconds = ({ toCollect, untilReady, onward }: RemainingSeconds): number =>
  Math.max(toCollect, untilReady) + onward;

function remainingSeconds(journey: EtaInput, dropoff: number): RemainingSeconds {
  const { legs, isPickedUp, secondsUntilReady, speed } = journey;
  const target = legs[dropoff];
  if (target === undefined || target.isThere || target.isDone) return onwardOnly(0);
  const first = isPickedUp ? legs.findIndex((leg) => !leg.isDone) : 0;
  let seconds = 0;
  for (let index = first; index <= dropoff; index += 1) {
    const leg = legs[index];
    if (leg === undefined) continue;
    const isUnderWay = isPickedUp && index === first;
    if (!leg.isThere) seconds += isUnderWay ? secondsLeft(leg, journey.courier) : leg.durationSeconds;
    if (index < dropoff) seconds += DOOR_SECONDS;
  }
  const onward = seconds / speed;
  if (isPickedUp) return onwardOnly(onward);
  return { toCollect: secondsToPickUp(journey) / speed, untilReady: secondsUntilReady, onward };
}

const isWaitingForGoods = ({ toCollect, untilReady }: RemainingSeconds): boolean => untilReady > toCollect;

const onwardOnly = (onward: number): RemainingSeconds => ({ toCollect: 0, untilReady: 0, onward });

function secondsToPickUp({ courier, pickup, approach, hasArrivedAtPickup }: EtaInput): number {
  if (hasArrivedAtPickup) return PICKUP_SECONDS;
  const way = approach === null ? straightSeconds(courier, pickup) : secondsLeft(approach, courier);
  return way + PICKUP_SECONDS;
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

/** The seconds until the goods of an order can be collected; 0 without a time and after it. */
export function secondsUntilReady(readyAt: Date | null, now: Date): number {
  return readyAt === null ? 0 : Math.max(0, (readyAt.getTime() - now.getTime()) / 1000);
}

const straightSeconds = (from: Point, to: Point): number => estimateLeg(from, to).durationSeconds;

const STEP_MINUTES = 5;
const NARROWEST_STEPS = 2;

/** At least a second, at the simulated courier's speed. */
const pacedMs = (minutes: number, speed: number): number =>
  Math.max(1_000, Math.round((minutes * MINUTE_MS) / speed));

/** Whole milliseconds, because fractions would round differently later. The goods are ready at a certain time. */
function spread(
  now: Date,
  { toCollect, untilReady, onward }: RemainingSeconds,
): { earliest: number; latest: number } {
  const [at, seconds] = [now.getTime(), toCollect + onward];
  const readyAt = at + Math.round(untilReady * 1000);
  return {
    earliest: Math.max(at + Math.floor(seconds * EARLIEST), readyAt + Math.floor(onward * EARLIEST)),
    latest: Math.max(at + Math.ceil(seconds * LATEST), readyAt + Math.ceil(onward * LATEST)),
  };
}

const EARLIEST = 1000 - 1000 / 6;
const LATEST = 1250;

/** The window of a plain trip. */
export function arrivalWindow(now: Date, seconds: number, speed = 1): ArrivalWindow {
  return toWindow(now, onwardOnly(seconds), speed);
}

/** The window in which the courier arrives at a dropoff. */
export function estimateWindow(now: Date, journey: EtaInput, dropoff: number): ArrivalWindow {
  return toWindow(now, remainingSeconds(journey, dropoff), journey.speed);
}

/** From 1/6 of the remaining trip before the estimate to 1/4 after it, in steps of five minutes. */
function toWindow(now: Date, remaining: RemainingSeconds, speed: number): ArrivalWindow {
  const [stepMs, minuteMs] = [pacedMs(STEP_MINUTES, speed), pacedMs(1, speed)];
  const { earliest, latest } = spread(now, remaining);
  const from = Math.floor(earliest / stepMs) * stepMs;
  const to = Math.ceil(latest / stepMs) * stepMs;
  const begun = Math.floor(now.getTime() / minuteMs) * minuteMs;
  return {
    from: new Date(Math.max(from, begun)),
    to: new Date(Math.max(to, from + NARROWEST_STEPS * stepMs)),
  };
}

/** Whole minutes, at least 1 and within the window; null above 90 minutes. */
export function minutesLeft(seconds: number): number | null {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return minutes <= MAX_MINUTES ? minutes : null;
}

const MAX_MINUTES = 90;

/** Returns the window of a courier who first drives to the pickup; both durations start at the courier. */
export function arrivalVia(
  now: Date,
  trip: { thereSeconds: number; secondsUntilReady: number; onwardSeconds: number },
): { at: Date; window: ArrivalWindow } {
  const { thereSeconds, secondsUntilReady: untilReady, onwardSeconds: onward } = trip;
  const remaining = { toCollect: thereSeconds + PICKUP_SECONDS, untilReady, onward };
  const at = new Date(now.getTime() + sumSeconds(remaining) * 1000);
  return { at, window: toWindow(now, remaining, 1) };
}

/** The time in milliseconds until the window or the minutes left change. */
export function windowTtlMs(now: Date, journey: EtaInput, dropoff: number): number {
  const { speed } = journey;
  const remaining = remainingSeconds(journey, dropoff);
  const { earliest, latest } = spread(now, remaining);
  // Only a wait for the goods passes without a new position.
  const untilMinuteMs = (sumSeconds(remaining) % 60 || 60) * 1000;
  const untilNext = (instant: number, minutes: number) =>
    pacedMs(minutes, speed) - (instant % pacedMs(minutes, speed));
  // Rounding up changes the value one millisecond after a step.
  return Math.min(
    untilNext(earliest, STEP_MINUTES),
    untilNext(latest - 1, STEP_MINUTES),
    untilNext(now.getTime(), 1),
    isWaitingForGoods(remaining) ? Math.max(1, Math.floor(untilMinuteMs)) : Number.POSITIVE_INFINITY,
  );
}

/** The window at pickup, without later delays. */
export function plannedWindow(
  pickedUpAt: Date,
  legs: readonly { readonly durationSeconds: number }[],
  dropoff: number,
  speed: number,
): ArrivalWindow {
  const road = legs.slice(0, dropoff + 1).reduce((sum, leg) => sum + leg.durationSeconds, 0);
  return arrivalWindow(pickedUpAt, (road + DOOR_SECONDS * dropoff) / speed, speed);
}

const LATE_MINUTES = 5;

export function isLate(planned: ArrivalWindow, now: ArrivalWindow, speed = 1): boolean {
  return now.to.getTime() - planned.to.getTime() > pacedMs(LATE_MINUTES, speed);
}

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
  readonly legs: readonly (RouteLeg & { readonly isThere: boolean; readonly isDone: boolean })[];
  /** 1 for real couriers. */
  readonly speed: number;
}

const PICKUP_SECONDS = 240;
const DOOR_SECONDS = 150;
/** Farther off the route, the ETA uses a straight line. */
export const OFF_ROUTE_METERS = 400;

export function secondsUntil(journey: EtaInput, dropoff: number): number {
  const { legs, isPickedUp, speed } = journey;
  const target = legs[dropoff];
  if (target === undefined || target.isThere || target.isDone) return 0;
  const first = isPickedUp ? legs.findIndex((leg) => !leg.isDone) : 0;
  let seconds = isPickedUp ? 0 : secondsToPickUp(journey);
  for (let index = first; index <= dropoff; index += 1) {
    const leg = legs[index];
    if (leg === undefined) continue;
    const isUnderWay = isPickedUp && index === first;
    if (!leg.isThere) seconds += isUnderWay ? secondsLeft(leg, journey.courier) : leg.durationSeconds;
    if (index < dropoff) seconds += DOOR_SECONDS;
  }
  return seconds / speed;
}

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

const straightSeconds = (from: Point, to: Point): number => estimateLeg(from, to).durationSeconds;

const STEP_MINUTES = 5;
const NARROWEST_STEPS = 2;

/** At least a second, at the simulated courier's speed. */
const pacedMs = (minutes: number, speed: number): number =>
  Math.max(1_000, Math.round((minutes * MINUTE_MS) / speed));

/** Whole milliseconds, because fractions would round differently later. */
function spread(now: Date, seconds: number): { earliest: number; latest: number } {
  const at = now.getTime();
  return { earliest: at + Math.floor(seconds * (1000 - 1000 / 6)), latest: at + Math.ceil(seconds * 1250) };
}

/** From 1/6 of the remaining time before the estimate to 1/4 after it, in steps of five minutes. */
export function arrivalWindow(now: Date, seconds: number, speed = 1): ArrivalWindow {
  const [stepMs, minuteMs] = [pacedMs(STEP_MINUTES, speed), pacedMs(1, speed)];
  const { earliest, latest } = spread(now, seconds);
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
  { thereSeconds, onwardSeconds }: { thereSeconds: number; onwardSeconds: number },
): { at: Date; window: ArrivalWindow } {
  const seconds = thereSeconds + PICKUP_SECONDS + onwardSeconds;
  return { at: new Date(now.getTime() + seconds * 1000), window: arrivalWindow(now, seconds) };
}

/** The time in milliseconds until the window changes. */
export function windowTtlMs(now: Date, seconds: number, speed = 1): number {
  const { earliest, latest } = spread(now, seconds);
  const untilNext = (instant: number, minutes: number) =>
    pacedMs(minutes, speed) - (instant % pacedMs(minutes, speed));
  // Rounding up changes the value one millisecond after a step.
  return Math.min(
    untilNext(earliest, STEP_MINUTES),
    untilNext(latest - 1, STEP_MINUTES),
    untilNext(now.getTime(), 1),
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

const NEAR_METERS = 300;
const NEAR_SECONDS = 120;

export function isNear(courier: Point, dropoff: Point, seconds: number): boolean {
  return seconds <= NEAR_SECONDS || greatCircleMeters(courier, dropoff) <= NEAR_METERS;
}

import { estimateTrip } from "@/lib/routing/estimate";
import { greatCircleMeters, type Point } from "@/lib/routing/geo";
import { pathLength, progressOn } from "@/lib/routing/path";

/** When a recipient may expect the courier. */
export interface ArrivalWindow {
  readonly from: Date;
  readonly to: Date;
}

/** What an arrival is estimated from. */
export interface Journey {
  readonly isPickedUp: boolean;
  readonly hasArrivedAtPickup: boolean;
  readonly courier: Point;
  readonly pickup: Point;
  /** The route to the pickup by road; null for a straight line. */
  readonly approach: { readonly path: readonly Point[]; readonly durationSeconds: number } | null;
  /** The route to each dropoff, in the order of the visits, and whether the courier is or has been there. */
  readonly legs: readonly {
    readonly path: readonly Point[];
    readonly durationSeconds: number;
    readonly isThere: boolean;
    readonly isDone: boolean;
  }[];
  /** How many times faster than real time a simulated courier is; 1 for real ones. */
  readonly speed: number;
}

/** How long a courier spends at a pickup and at a door. */
const PICKUP_SECONDS = 240;
const DOOR_SECONDS = 150;
/** Further than this off the route, a courier is assumed to come straight from where they are. */
export const OFF_ROUTE_METERS = 400;

/** Seconds until the courier reaches a dropoff, counted from 0; 0 when they are or have been there. */
export function secondsUntil(journey: Journey, dropoff: number): number {
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

function secondsToPickUp({ courier, pickup, approach, hasArrivedAtPickup }: Journey): number {
  if (hasArrivedAtPickup) return PICKUP_SECONDS;
  const way = approach === null ? straightSeconds(courier, pickup) : secondsLeft(approach, courier);
  return way + PICKUP_SECONDS;
}

function secondsLeft(leg: { path: readonly Point[]; durationSeconds: number }, courier: Point): number {
  const end = leg.path.at(-1);
  if (end === undefined) return leg.durationSeconds;
  const { meters, offMeters } = progressOn(leg.path, courier);
  if (offMeters > OFF_ROUTE_METERS) return straightSeconds(courier, end);
  const length = pathLength(leg.path);
  return length === 0 ? 0 : leg.durationSeconds * (1 - meters / length);
}

/**
 * How far the courier has to drive to the stop that they go to next, in metres: by road while they are on the route,
 * else in a straight line; null when nobody knows where that is.
 */
export function metersToNext(journey: Journey): number | null {
  const { courier, isPickedUp, approach, pickup, legs } = journey;
  const path = (isPickedUp ? legs[0] : approach)?.path ?? [];
  const end = path.at(-1) ?? (isPickedUp ? null : pickup);
  if (end === null) return null;
  const { meters, offMeters } = progressOn(path, courier);
  if (offMeters > OFF_ROUTE_METERS) return greatCircleMeters(courier, end);
  return Math.max(0, pathLength(path) - meters);
}

function straightSeconds(from: Point, to: Point): number {
  const [leg] = estimateTrip({ pickup: from, dropoffs: [to], routingMode: "sequential" });
  return leg?.durationSeconds ?? 0;
}

const MINUTE_MS = 60_000;
const STEP_MS = 5 * MINUTE_MS;
const NARROWEST_MS = 10 * MINUTE_MS;

/**
 * The published window: from a sixth of the remaining time before the estimate to a quarter after it, rounded to five
 * minutes and at least ten minutes wide, since no road is more certain. Its past part is left out: it then begins with
 * the next whole minute.
 */
export function arrivalWindow(now: Date, seconds: number): ArrivalWindow {
  const arrival = now.getTime() + seconds * 1000;
  const from = Math.floor((arrival - seconds * (1000 / 6)) / STEP_MS) * STEP_MS;
  const to = Math.ceil((arrival + seconds * (1000 / 4)) / STEP_MS) * STEP_MS;
  const next = Math.ceil(now.getTime() / MINUTE_MS) * MINUTE_MS;
  return { from: new Date(Math.max(from, next)), to: new Date(Math.max(to, from + NARROWEST_MS)) };
}

/** Whole minutes until the arrival, at least 1 and never outside the window; null if it is over 90 minutes away. */
export function minutesLeft(seconds: number): number | null {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return minutes <= MAX_MINUTES ? minutes : null;
}

const MAX_MINUTES = 90;

/**
 * When a courier who first fetches goods would be at a recipient, and the window that they would be told.
 *
 * @param thereSeconds until the courier is where the goods are
 * @param onwardSeconds from there to the recipient
 */
export function arrivalVia(
  now: Date,
  { thereSeconds, onwardSeconds }: { thereSeconds: number; onwardSeconds: number },
): { at: Date; window: ArrivalWindow } {
  const seconds = thereSeconds + PICKUP_SECONDS + onwardSeconds;
  return { at: new Date(now.getTime() + seconds * 1000), window: arrivalWindow(now, seconds) };
}

/** How long a published window stays the same while the time that remains does. */
export function windowLastsMs(now: Date, seconds: number): number {
  const at = now.getTime();
  const earliest = at + seconds * (1000 - 1000 / 6);
  const latest = at + seconds * 1250;
  const untilNext = (instant: number, stepMs: number) => stepMs - (instant % stepMs);
  // What is rounded up changes just after a step.
  return Math.min(untilNext(earliest, STEP_MS), untilNext(latest, STEP_MS) + 1, untilNext(at, MINUTE_MS) + 1);
}

/** The window expected when the courier picked up: the trip as routed, without later delays. */
export function plannedWindow(
  pickedUpAt: Date,
  legs: readonly { readonly durationSeconds: number }[],
  dropoff: number,
  speed: number,
): ArrivalWindow {
  const road = legs.slice(0, dropoff + 1).reduce((sum, leg) => sum + leg.durationSeconds, 0);
  return arrivalWindow(pickedUpAt, (road + DOOR_SECONDS * dropoff) / speed);
}

const LATE_MS = 5 * MINUTE_MS;

/** Whether a window has moved so much later that it must be shown as late. */
export function isLate(planned: ArrivalWindow, now: ArrivalWindow): boolean {
  return now.to.getTime() - planned.to.getTime() > LATE_MS;
}

const NEAR_METERS = 300;
const NEAR_SECONDS = 120;

/** Whether the recipient should get ready. */
export function isNear(courier: Point, dropoff: Point, seconds: number): boolean {
  return seconds <= NEAR_SECONDS || greatCircleMeters(courier, dropoff) <= NEAR_METERS;
}

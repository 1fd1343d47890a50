import type { Point } from "@/lib/point";
import { greatCircleMeters } from "@/lib/routing/geo";
import { bearing } from "@/lib/routing/path";

export interface Fix extends Point {
  readonly heading: number | null;
  readonly accuracyMeters: number | null;
  readonly recordedAt: Date;
}

export interface KnownPosition extends Point {
  readonly heading: number;
  readonly recordedAt: Date;
  readonly receivedAt: Date;
}

/** `past` fixes only serve the order's history. `null_island` is the 0,0 of a device without a fix. */
export type FixClassification =
  | "current"
  | "past"
  | "null_island"
  | "off_earth"
  | "future"
  | "too_old"
  | "inaccurate"
  | "teleport";

/** Fixes of a clock that is at most this far ahead count as now. */
const FUTURE_MS = 5 * 60_000;
const TOO_OLD_MS = 24 * 60 * 60_000;
const CURRENT_MS = 30 * 60_000;
const INACCURATE_METERS = 200;
// Maximum difference of two correct fixes at the same place.
const NOISE_METERS = 250;
// A wrong known position must not block correct ones for longer.
const TELEPORT_GUARD_MS = 3 * 60_000;
const NULL_ISLAND_DEGREES = 0.001;

/** @param fastest the courier's highest speed in meters per second */
export function classifyFix(
  fix: Fix,
  known: KnownPosition | null,
  now: Date,
  fastest: number,
): FixClassification {
  const { latitude, longitude } = fix;
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return "off_earth";
  if (Math.abs(latitude) < NULL_ISLAND_DEGREES && Math.abs(longitude) < NULL_ISLAND_DEGREES) {
    return "null_island";
  }
  const ageMs = now.getTime() - fix.recordedAt.getTime();
  if (ageMs < -FUTURE_MS) return "future";
  if (!(ageMs <= TOO_OLD_MS)) return "too_old";
  if (fix.accuracyMeters !== null && fix.accuracyMeters > INACCURATE_METERS) return "inaccurate";
  if (ageMs > CURRENT_MS) return "past";
  if (known === null) return "current";
  if (fix.recordedAt <= known.recordedAt) return "past";
  return isTeleport(fix, known, now, fastest) ? "teleport" : "current";
}

function isTeleport(fix: Fix, known: KnownPosition, now: Date, fastest: number): boolean {
  if (now.getTime() - known.receivedAt.getTime() > TELEPORT_GUARD_MS) return false;
  const seconds = (fix.recordedAt.getTime() - known.recordedAt.getTime()) / 1000;
  const meters = greatCircleMeters(fix, known) - NOISE_METERS;
  return meters > seconds * fastest;
}

const MOVED_METERS = 10;

/** A stationary courier keeps the last heading, since trackers report 0 when not moving. */
export function computeHeading(fix: Fix, known: KnownPosition | null): number {
  const own = fix.heading !== null && fix.heading >= 0 && fix.heading <= 360 ? fix.heading : null;
  if (known === null) return own ?? 0;
  const isStanding = greatCircleMeters(fix, known) <= MOVED_METERS;
  if (isStanding) return own === null || own === 0 ? known.heading : own;
  return own ?? bearing(known, fix);
}

/** Classifies the fixes, oldest first, each against the newest position known at that point. @param fastest in meters per second */
export function classifyFixes(
  fixes: readonly Fix[],
  before: KnownPosition | null,
  receivedAt: Date,
  fastest: number,
) {
  let known = before;
  const aheadMs = clockAheadMs(fixes, receivedAt);
  const judgments = new Map<Fix, FixClassification>();
  const usable: KnownPosition[] = [];
  for (const fix of fixes.toSorted((a, b) => a.recordedAt.getTime() - b.recordedAt.getTime())) {
    const judgment = classifyFix(fix, known, receivedAt, fastest);
    judgments.set(fix, judgment);
    if (judgment !== "current" && judgment !== "past") continue;
    // A device whose clock runs ahead must not block its own next fixes, and they keep their order.
    const onTime = fix.recordedAt.getTime() - aheadMs;
    const earliest = judgment === "current" && known !== null ? known.recordedAt.getTime() : onTime;
    const recordedAt = new Date(Math.min(Math.max(onTime, earliest), receivedAt.getTime()));
    const { latitude, longitude } = fix;
    const position = { latitude, longitude, heading: computeHeading(fix, known), recordedAt, receivedAt };
    usable.push(position);
    if (judgment === "current") known = position;
  }
  return { judgments: fixes.map((fix) => judgments.get(fix) ?? "past"), usable, known };
}

/** How far the clock of the fixes is ahead, by the latest that counts. */
function clockAheadMs(fixes: readonly Fix[], receivedAt: Date): number {
  const ahead = fixes.map(({ recordedAt }) => recordedAt.getTime() - receivedAt.getTime());
  return Math.max(0, ...ahead.filter((ms) => ms <= FUTURE_MS));
}

const KEEP_EVERY_MS = 10_000;
const KEEP_AT_REST_EVERY_MS = 60_000;
const KEEP_MOVED_METERS = 15;

export function downsampleFixes<T extends Point & { readonly recordedAt: Date }>(fixes: readonly T[]): T[] {
  const stored: T[] = [];
  for (const fix of [...fixes].sort((a, b) => a.recordedAt.getTime() - b.recordedAt.getTime())) {
    const last = stored.at(-1);
    const gapMs = last === undefined ? Infinity : fix.recordedAt.getTime() - last.recordedAt.getTime();
    const hasMoved = last === undefined || greatCircleMeters(last, fix) >= KEEP_MOVED_METERS;
    if (gapMs >= (hasMoved ? KEEP_EVERY_MS : KEEP_AT_REST_EVERY_MS)) stored.push(fix);
  }
  return stored;
}

import type { FixClassification } from "@/lib/couriers/fix";
import type { Point } from "@/lib/point";
import { greatCircleMeters } from "@/lib/routing/geo";

export interface QueuedFix extends Point {
  readonly heading: number | null;
  readonly accuracyMeters: number;
  readonly at: string;
}

/** Maximum queued fixes; the oldest are dropped. One every 8 seconds gives 40 minutes of driving. */
export const MAX_FIXES = 300;

const SAME_CLOCK_MS = 60_000;

/** Some phones report satellite time. A fix arrives within seconds, so an older one was timed by another clock. */
export function fixTime(timestamp: number, now: number): number {
  return Math.abs(timestamp - now) < SAME_CLOCK_MS ? timestamp : now;
}

const CLOCK_NOISE_MS = 10_000;

/** Converts fix times to the service's clock. `sentAt` is by the clock of the fixes. */
export function onServiceClock<Fix extends { readonly at: Date }>(
  fixes: readonly Fix[],
  sentAt: Date,
  now: Date,
): Fix[] {
  const behindMs = now.getTime() - sentAt.getTime();
  if (Math.abs(behindMs) < CLOCK_NOISE_MS) return [...fixes];
  return fixes.map((fix) => ({ ...fix, at: new Date(fix.at.getTime() + behindMs) }));
}

export interface PositionAnswer {
  readonly refusal: FixRefusal | null;
}

export type FixRefusal = "jumps" | "clock" | "nowhere";

/** Returns null if at least one fix of the batch was accepted. */
export function findRefusal(judgments: readonly FixClassification[]): FixRefusal | null {
  if (judgments.some((judgment) => judgment === "current" || judgment === "past")) return null;
  const last = judgments.at(-1);
  if (last === undefined) return null;
  if (last === "teleport") return "jumps";
  return last === "future" || last === "too_old" ? "clock" : "nowhere";
}

const INACCURATE_METERS = 100;
const MOVED_METERS = 15;
const SEND_MOVING_MS = 8_000;
const SEND_AT_REST_MS = 60_000;

export function isAccurate(fix: QueuedFix): boolean {
  return fix.accuracyMeters <= INACCURATE_METERS;
}

/** @param sinceMs time since `last` was kept, by the phone's clock, not the satellites' */
export function isSignificantFix(last: QueuedFix | null, fix: QueuedFix, sinceMs: number): boolean {
  if (last === null) return true;
  if (fix.at <= last.at) return false;
  return sinceMs >= (hasMoved(last, fix) ? SEND_MOVING_MS : SEND_AT_REST_MS);
}

function hasMoved(a: QueuedFix, b: QueuedFix): boolean {
  return greatCircleMeters(a, b) >= Math.max(MOVED_METERS, a.accuracyMeters / 2);
}

export type GpsIndicator =
  | "off"
  | "sent"
  | "sending"
  | "waiting"
  | "delayed"
  | "stale"
  | "searching"
  | "denied"
  | "unsupported"
  | FixRefusal;

export function isUnlocated(light: GpsIndicator): boolean {
  return light === "denied" || light === "unsupported";
}

const RECENT_MS = 150_000;
const PATIENCE_MS = 20_000;

interface GpsFacts {
  readonly startedAt: number;
  /** When the service last accepted a fix, in milliseconds. */
  readonly sentAt: number | null;
  /** Why it rejected the last batch. */
  readonly refusal: FixRefusal | null;
  /** Whether a fix waits on the phone. */
  readonly isQueued: boolean;
  readonly isConnected: boolean;
}

/** `waiting`: for a network; `delayed`: the service does not accept fixes yet; `stale`: the phone reports no new ones. */
export function gpsStatus(
  isOn: boolean,
  watch: "searching" | "found" | "denied" | "unsupported",
  { startedAt, sentAt, refusal, isQueued, isConnected }: GpsFacts,
  now: number,
): GpsIndicator {
  if (!isOn) return "off";
  if (watch !== "found") return watch;
  if (refusal !== null) return refusal;
  if (sentAt !== null && now - sentAt < RECENT_MS) return "sent";
  if (sentAt === null && now - startedAt < PATIENCE_MS) return "sending";
  if (!isConnected) return "waiting";
  return isQueued ? "delayed" : "stale";
}

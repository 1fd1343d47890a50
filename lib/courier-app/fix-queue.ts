import type { Judgement } from "@/lib/couriers/fix";
import { greatCircleMeters, type Point } from "@/lib/routing/geo";

/** A fix as the phone keeps it until it is sent. */
export interface PhoneFix extends Point {
  readonly heading: number | null;
  readonly accuracyMeters: number;
  readonly at: string;
}

/** Most waiting fixes; the oldest are dropped. At eight seconds a fix this is forty minutes of a ride. */
export const MOST_FIXES = 300;

const SAME_CLOCK_MS = 60_000;

/**
 * When a fix was taken, by the phone's own clock: some phones report satellite time, which differs when the clock is
 * wrong. A fix arrives within seconds, so one that seems older was timed by another clock.
 */
export function takenAt(timestamp: number, now: number): number {
  return Math.abs(timestamp - now) < SAME_CLOCK_MS ? timestamp : now;
}

// The time a request may take; smaller errors are not worth correcting.
const CLOCK_NOISE_MS = 10_000;

/**
 * The instants of a batch by the service's clock, whatever the phone's says.
 *
 * @param sentAt when the batch was sent, by the clock that timed its fixes
 */
export function onServiceClock<Fix extends { readonly at: Date }>(
  fixes: readonly Fix[],
  sentAt: Date,
  now: Date,
): Fix[] {
  const behindMs = now.getTime() - sentAt.getTime();
  if (Math.abs(behindMs) < CLOCK_NOISE_MS) return [...fixes];
  return fixes.map((fix) => ({ ...fix, at: new Date(fix.at.getTime() + behindMs) }));
}

/** The answer to a batch: whether any of it is known now, or else why not. */
export interface PositionAnswer {
  readonly refusal: FixRefusal | null;
}

/** Why fixes were thrown away, by what the courier can do about it. */
export type FixRefusal = "jumps" | "clock" | "nowhere";

/** The result of a batch for its courier: one known fix makes the batch good. */
export function refusalOf(judgements: readonly Judgement[]): FixRefusal | null {
  if (judgements.some((judgement) => judgement === "current" || judgement === "past")) return null;
  const last = judgements.at(-1);
  if (last === undefined) return null;
  if (last === "teleport") return "jumps";
  return last === "future" || last === "too_old" ? "clock" : "nowhere";
}

const INACCURATE_METERS = 100;
const MOVED_METERS = 15;
const SEND_MOVING_MS = 8_000;
const SEND_AT_REST_MS = 60_000;

/** Whether a fix is good enough to keep. */
export function isAccurate(fix: PhoneFix): boolean {
  return fix.accuracyMeters <= INACCURATE_METERS;
}

/**
 * Whether a fix is worth keeping after the last kept one: it moved, or a minute has passed.
 *
 * @param sinceMs how long ago the last was kept, by the phone's clock and not its satellites'
 */
export function isNews(last: PhoneFix | null, fix: PhoneFix, sinceMs: number): boolean {
  if (last === null) return true;
  if (fix.at <= last.at) return false;
  return sinceMs >= (hasMoved(last, fix) ? SEND_MOVING_MS : SEND_AT_REST_MS);
}

function hasMoved(a: PhoneFix, b: PhoneFix): boolean {
  return greatCircleMeters(a, b) >= Math.max(MOVED_METERS, a.accuracyMeters / 2);
}

/** What the light says about the position. */
export type GpsLight =
  | "off"
  | "sent"
  | "sending"
  | "waiting"
  | "searching"
  | "denied"
  | "unsupported"
  | FixRefusal;

/** Whether this courier's position is unknown, so that they get no orders. */
export function isUnlocated(light: GpsLight): boolean {
  return light === "denied" || light === "unsupported";
}

const RECENT_MS = 150_000;
const PATIENCE_MS = 20_000;

/**
 * @param watch what the phone's own location service last said
 * @param startedAt when the watch began, in milliseconds
 * @param sentAt when the service last took a fix; null for never
 * @param refusal why it threw away what was sent last; null when it did not
 */
export function gpsLight(
  isOn: boolean,
  watch: "searching" | "found" | "denied" | "unsupported",
  { startedAt, sentAt, refusal }: { startedAt: number; sentAt: number | null; refusal: FixRefusal | null },
  now: number,
): GpsLight {
  if (!isOn) return "off";
  if (watch !== "found") return watch;
  if (refusal !== null) return refusal;
  if (sentAt !== null) return now - sentAt < RECENT_MS ? "sent" : "waiting";
  return now - startedAt < PATIENCE_MS ? "sending" : "waiting";
}

import { greatCircleMeters, type Point } from "@/lib/routing/geo";

/** A fix as the phone keeps it until it is sent. */
export interface PhoneFix extends Point {
  readonly heading: number | null;
  readonly accuracyMeters: number;
  readonly at: string;
}

/** Most fixes that wait; the oldest make room. At eight seconds a fix this is forty minutes of a ride. */
export const MOST_FIXES = 300;

const INACCURATE_METERS = 100;
const MOVED_METERS = 15;
const SEND_MOVING_MS = 8_000;
const SEND_AT_REST_MS = 60_000;

/** Whether a fix is good enough to keep. */
export function isAccurate(fix: PhoneFix): boolean {
  return fix.accuracyMeters <= INACCURATE_METERS;
}

/**
 * Whether a fix is worth keeping after the one that was kept last: it moved, or a minute has passed.
 *
 * @param sinceMs how long ago the last was kept, by the clock of the phone and not of its satellites
 */
export function isNews(last: PhoneFix | null, fix: PhoneFix, sinceMs: number): boolean {
  if (last === null) return true;
  if (fix.at <= last.at) return false;
  return sinceMs >= (hasMoved(last, fix) ? SEND_MOVING_MS : SEND_AT_REST_MS);
}

function hasMoved(a: PhoneFix, b: PhoneFix): boolean {
  return greatCircleMeters(a, b) >= Math.max(MOVED_METERS, a.accuracyMeters / 2);
}

/** What the light says of the position. */
export type GpsLight = "off" | "sent" | "sending" | "waiting" | "searching" | "denied" | "unsupported";

const RECENT_MS = 150_000;
const PATIENCE_MS = 20_000;

/**
 * @param watch what the phone's own location service last said
 * @param startedAt when the watch began, in milliseconds
 * @param sentAt when the service last took a fix; null for never
 */
export function gpsLight(
  isOn: boolean,
  watch: "searching" | "found" | "denied" | "unsupported",
  { startedAt, sentAt }: { startedAt: number; sentAt: number | null },
  now: number,
): GpsLight {
  if (!isOn) return "off";
  if (watch !== "found") return watch;
  if (sentAt !== null) return now - sentAt < RECENT_MS ? "sent" : "waiting";
  return now - startedAt < PATIENCE_MS ? "sending" : "waiting";
}

import { type Kopecks, kopecks } from "@/lib/pricing/money";
import { greatCircleMeters, type Point } from "@/lib/routing/geo";

/** How near to a stop a courier's device must have seen them, in metres. */
export const AT_STOP_METERS = 300;

/** For how long a fix of before the arrival still tells where the courier was then. */
export const FIX_HOLDS_MS = 10 * 60_000;

const MINUTE_MS = 60_000;

export interface TrackPoint extends Point {
  readonly recordedAt: Date;
}

/**
 * From when a wait counts: from the courier's tap if the newest fix of the ten minutes up to it is within 300 m of the
 * stop, or else from the first later fix there. Null when the device was never seen there until the stop was completed.
 *
 * @param track of any order
 */
export function waitingFrom(
  stop: Point,
  track: readonly TrackPoint[],
  { arrivedAt, completedAt }: { arrivedAt: Date; completedAt: Date },
): Date | null {
  const isThere = (fix: TrackPoint) => greatCircleMeters(stop, fix) <= AT_STOP_METERS;
  const fixes = track.toSorted((a, b) => a.recordedAt.getTime() - b.recordedAt.getTime());
  const known = fixes.findLast(
    ({ recordedAt }) => recordedAt <= arrivedAt && recordedAt.getTime() >= arrivedAt.getTime() - FIX_HOLDS_MS,
  );
  if (known !== undefined && isThere(known)) return arrivedAt;
  const later = fixes.find(
    (fix) => fix.recordedAt > arrivedAt && fix.recordedAt <= completedAt && isThere(fix),
  );
  return later?.recordedAt ?? null;
}

/** The whole minutes between two instants. */
export function wholeMinutes(from: Date, to: Date): number {
  return Math.max(0, Math.floor((to.getTime() - from.getTime()) / MINUTE_MS));
}

/** What whole minutes of waiting cost: each one past the free ones. */
export function waitingPrice(
  tariff: { readonly waitingFreeMinutes: number; readonly waitingPerMinute: Kopecks },
  minutes: number,
): Kopecks {
  return kopecks(Math.max(0, minutes - tariff.waitingFreeMinutes) * tariff.waitingPerMinute);
}

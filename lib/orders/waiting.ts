import { MINUTE_MS } from "@/lib/duration";
import type { Point } from "@/lib/point";
import { type Kopecks, kopecks } from "@/lib/pricing/money";
import { greatCircleMeters } from "@/lib/routing/geo";

/** Maximum distance of a position that confirms an arrival. */
export const AT_STOP_METERS = 300;

/** Maximum age of a position before the arrival. */
export const FIX_HOLDS_MS = 10 * 60_000;

export interface TrackPoint extends Point {
  readonly recordedAt: Date;
}

/**
 * Returns the start of a wait: the tap if the newest position of the ten minutes before it is within 300 m of the
 * stop, else the first later position there; never before `earliestAt`, when the goods are ready or the delivery window begins. Null if there is none before completion. The
 * track may be unordered.
 */
export function waitingStart(
  stop: Point,
  track: readonly TrackPoint[],
  { arrivedAt, completedAt, earliestAt }: { arrivedAt: Date; completedAt: Date; earliestAt: Date | null },
): Date | null {
  const from = presenceStart(stop, track, { arrivedAt, completedAt });
  if (from === null || earliestAt === null || earliestAt <= from) return from;
  return earliestAt < completedAt ? earliestAt : null;
}

function presenceStart(
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

export function wholeMinutes(from: Date, to: Date): number {
  return Math.max(0, Math.floor((to.getTime() - from.getTime()) / MINUTE_MS));
}

/** Charges each whole minute beyond the free ones. */
export function waitingPrice(
  tariff: { readonly waitingFreeMinutes: number; readonly waitingPerMinute: Kopecks },
  minutes: number,
): Kopecks {
  return kopecks(Math.max(0, minutes - tariff.waitingFreeMinutes) * tariff.waitingPerMinute);
}

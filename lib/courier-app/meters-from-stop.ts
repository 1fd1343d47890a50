import type { QueuedFix } from "@/lib/courier-app/fix-queue";
import type { Point } from "@/lib/point";
import { greatCircleMeters } from "@/lib/routing/geo";

const FAR_METERS = 500;
const RECENT_MS = 120_000;

/** Distance to a stop; null when near, within the fix's accuracy, or unknown. `now` is by the clock of the fix. */
export function metersFromStop(fix: QueuedFix | null, stop: Point, now: Date): number | null {
  if (fix === null || now.getTime() - new Date(fix.at).getTime() > RECENT_MS) return null;
  const meters = greatCircleMeters(fix, stop);
  return meters > Math.max(FAR_METERS, fix.accuracyMeters) ? meters : null;
}

import type { PhoneFix } from "@/lib/courier-app/fix-queue";
import { greatCircleMeters, type Point } from "@/lib/routing/geo";

const FAR_METERS = 500;
/** An older fix says little about where the courier is now. */
const RECENT_MS = 120_000;

/**
 * How far the courier is from a stop by their phone's last fix, in meters; null when that is near, within the fix's own
 * accuracy, or unknown.
 *
 * @param now by the clock that timed the fix
 */
export function metersFromStop(fix: PhoneFix | null, stop: Point, now: Date): number | null {
  if (fix === null || now.getTime() - new Date(fix.at).getTime() > RECENT_MS) return null;
  const meters = greatCircleMeters(fix, stop);
  return meters > Math.max(FAR_METERS, fix.accuracyMeters) ? meters : null;
}

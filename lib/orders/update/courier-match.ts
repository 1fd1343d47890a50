import type { Point } from "@/lib/point";
import { greatCircleMeters } from "@/lib/routing/geo";

/** Maximum distance of a moved pickup that keeps the nearest courier. */
export const SAME_PICKUP_METERS = 500;

export interface CourierMatchInput {
  readonly pickup: Point;
  readonly deliveryTime: Date | null;
  readonly dispatchAt: Date;
}

/** Whether the courier still fits after an edit: not after a postponed search or a moved pickup. */
export function isCourierStillSuitable(
  before: CourierMatchInput,
  after: CourierMatchInput,
  now: Date,
): boolean {
  const isOtherTime = before.deliveryTime?.getTime() !== after.deliveryTime?.getTime();
  // A shorter trip also starts later, but that is not a requested postponement.
  const isPutOff = isOtherTime && after.dispatchAt > before.dispatchAt && after.dispatchAt > now;
  return !isPutOff && greatCircleMeters(before.pickup, after.pickup) <= SAME_PICKUP_METERS;
}

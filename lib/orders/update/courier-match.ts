import { greatCircleMeters, type Point } from "@/lib/routing/geo";

/** How far a pickup may move while its courier, chosen as the nearest, still fits. */
export const SAME_PICKUP_METERS = 500;

/** What a courier was chosen by, besides the size of their vehicle. */
export interface CourierMatchInput {
  readonly pickup: Point;
  readonly deliveryTime: Date | null;
  readonly dispatchAt: Date;
}

/**
 * Whether an order's courier still fits after an edit: not if it postpones the search or moves the pickup.
 */
export function courierStillFits(before: CourierMatchInput, after: CourierMatchInput, now: Date): boolean {
  const isOtherTime = before.deliveryTime?.getTime() !== after.deliveryTime?.getTime();
  // A shorter trip begins later too, but nobody asked for that.
  const isPutOff = isOtherTime && after.dispatchAt > before.dispatchAt && after.dispatchAt > now;
  return !isPutOff && greatCircleMeters(before.pickup, after.pickup) <= SAME_PICKUP_METERS;
}

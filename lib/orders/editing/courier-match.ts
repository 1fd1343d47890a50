import { greatCircleMeters, type Point } from "@/lib/routing/geo";

/** How far a pickup may move and still be the one that its courier was chosen for, as the nearest. */
export const SAME_PICKUP_METERS = 500;

/** What a courier was chosen by, besides the size of their vehicle. */
export interface Occasion {
  readonly pickup: Point;
  readonly deliveryTime: Date | null;
  /** When a courier is looked for. */
  readonly dispatchAt: Date;
}

/**
 * Whether an order's courier is still the right one after an edit: not when its delivery has been put off until the
 * search for a courier lies ahead again, nor when its pickup is elsewhere.
 */
export function isStillTheirs(before: Occasion, after: Occasion, now: Date): boolean {
  const isOtherTime = before.deliveryTime?.getTime() !== after.deliveryTime?.getTime();
  // A shorter trip begins later too, which nobody has asked for.
  const isPutOff = isOtherTime && after.dispatchAt > before.dispatchAt && after.dispatchAt > now;
  return !isPutOff && greatCircleMeters(before.pickup, after.pickup) <= SAME_PICKUP_METERS;
}

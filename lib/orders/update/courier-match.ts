import { type DeliveryWindows, isSameWindow } from "@/lib/orders/delivery-window";
import type { Point } from "@/lib/point";
import { greatCircleMeters } from "@/lib/routing/geo";

/** Maximum distance of a moved pickup that keeps the nearest courier. */
export const SAME_PICKUP_METERS = 500;

export interface CourierMatchInput {
  readonly pickup: Point;
  readonly deliveryTime: Date | null;
  readonly readyAt: Date | null;
  readonly windows: DeliveryWindows;
  readonly dispatchAt: Date;
}

type MatchTimes = Pick<CourierMatchInput, "deliveryTime" | "readyAt" | "windows">;

export function haveSameTimes(one: MatchTimes, other: MatchTimes): boolean {
  const dropoffs = Math.max(one.windows.length, other.windows.length);
  return (
    one.deliveryTime?.getTime() === other.deliveryTime?.getTime() &&
    one.readyAt?.getTime() === other.readyAt?.getTime() &&
    Array.from({ length: dropoffs }).every((_, index) =>
      isSameWindow(one.windows[index], other.windows[index]),
    )
  );
}

/** Whether the courier still fits after an edit: not after a postponed search or a moved pickup. */
export function isCourierStillSuitable(
  before: CourierMatchInput,
  after: CourierMatchInput,
  now: Date,
): boolean {
  // A shorter trip also starts later, but that is not a requested postponement.
  const isPutOff =
    !haveSameTimes(before, after) && after.dispatchAt > before.dispatchAt && after.dispatchAt > now;
  return !isPutOff && greatCircleMeters(before.pickup, after.pickup) <= SAME_PICKUP_METERS;
}

import { dispatchTime } from "@/lib/dispatch/dispatch-time";
import { findDeparture, listDriveSeconds } from "@/lib/orders/delivery-window";
import { listWindows, toTrip } from "@/lib/orders/order";
import type { PricedRequest } from "@/lib/orders/rows";

/** Returns the start of the search for a courier. */
export function toDispatchTime(
  { details, trip }: Pick<PricedRequest, "details" | "trip">,
  marginSeconds: number,
  orderedAt: Date,
): Date {
  const departsAt = findDeparture(listWindows(details), listDriveSeconds(toTrip(details), trip.legs));
  const { deliveryTime, readyAt } = details;
  const timing = { deliveryTime, readyAt, departsAt, durationSeconds: trip.durationSeconds };
  return dispatchTime(timing, marginSeconds, orderedAt);
}

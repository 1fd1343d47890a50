import type { ShownArrival } from "@/lib/tracking/arrivals/shown-arrival";
import { findRecentPosition, reconcileArrivals, remainingDropoffs } from "@/lib/tracking/estimate-arrival";
import type { TrackedOrder } from "@/lib/tracking/tracked-order";

/**
 * Returns what all pages, the API and messages show: one per dropoff, null for one that is finished or that this courier
 * was not expected at before. Null as a whole without a courier en route or their position of the last five minutes.
 */
export function findShownArrivals(tracked: TrackedOrder, now: Date): (ShownArrival | null)[] | null {
  const order = reconcileArrivals(tracked, now);
  const isActive = order.status === "assigned" || order.status === "in_progress";
  if (!isActive || order.courier === null || findRecentPosition(order, now) === null) return null;
  const remaining = remainingDropoffs(order);
  const shown = order.dropoffs.map(({ attempts }, dropoff) => {
    const arrival = remaining.includes(dropoff) ? order.arrivals.get(dropoff) : undefined;
    const isCurrent = arrival?.courierId === order.courierId && arrival?.attempts === attempts;
    return isCurrent && arrival !== undefined ? arrival : null;
  });
  return shown.every((arrival) => arrival === null) ? null : shown;
}

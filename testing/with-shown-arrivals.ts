import { listSituations } from "@/lib/tracking/arrivals/list-situations";
import { listMovedArrivals } from "@/lib/tracking/arrivals/shown-arrival";
import type { TrackedOrder } from "@/lib/tracking/tracked-order";

/** The order with what a pass at that time shows of its arrivals. */
export function withShownArrivals(order: TrackedOrder, now: Date): TrackedOrder {
  const moved = listMovedArrivals(order.arrivals, listSituations(order, now), now);
  return { ...order, arrivals: new Map([...order.arrivals, ...moved]) };
}

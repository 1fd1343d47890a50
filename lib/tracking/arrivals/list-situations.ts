import type { DelayCause } from "@/lib/db/generated/enums";
import type { ArrivalSituation } from "@/lib/tracking/arrivals/shown-arrival";
import { estimateArrivals, reconcileArrivals, remainingDropoffs } from "@/lib/tracking/estimate-arrival";
import type { TrackedOrder } from "@/lib/tracking/tracked-order";

/** By dropoff, counted from 0, without those that the courier has reached. Empty without a courier en route or their position. */
export function listSituations(tracked: TrackedOrder, now: Date): ReadonlyMap<number, ArrivalSituation> {
  const { courierId, speed } = tracked;
  if (courierId === null || tracked.courier === null) return new Map();
  const order = reconcileArrivals(tracked, now);
  const situations = new Map<number, ArrivalSituation>();
  for (const [dropoff, estimate] of (estimateArrivals(order, now) ?? []).entries()) {
    const stop = order.dropoffs[dropoff];
    if (estimate === null || stop === undefined) continue;
    // Time at the door does not make an arrival late.
    if (stop.arrivedAt !== null && order.takeover === null) continue;
    const { attempts } = stop;
    const cause = findDelayCause(order, dropoff);
    situations.set(dropoff, { courierId, attempts, estimate, cause, speed });
  }
  return situations;
}

/** Where the courier loses time: at the pickup, at stops before this dropoff, or on the road. */
function findDelayCause(order: TrackedOrder, dropoff: number): DelayCause {
  if (order.status !== "in_progress" && order.isNext)
    return order.arrivedAtPickup === null ? "traffic" : "packing";
  const isFirst = order.isNext && remainingDropoffs(order)[0] === dropoff;
  return order.takeover === null && !isFirst ? "stops" : "traffic";
}

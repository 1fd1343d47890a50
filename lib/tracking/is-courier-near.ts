import { greatCircleMeters } from "@/lib/routing/geo";
import { estimateArrival } from "@/lib/tracking/estimate-arrival";
import type { TrackedOrder } from "@/lib/tracking/tracked-order";

interface Limits {
  readonly meters: number;
  readonly seconds: number;
}

/**
 * Whether the courier is within one of the limits of a dropoff by both of the last fixes. A single one may be wrong, and
 * a sent message cannot be recalled.
 * @param dropoff counted from 0
 */
export function isCourierNear(order: TrackedOrder, dropoff: number, limits: Limits, now: Date): boolean {
  const { position, earlierPosition } = order;
  if (position === null || earlierPosition === null || !isNear(order, dropoff, limits, now)) return false;
  const { latitude, longitude } = earlierPosition;
  return isNear({ ...order, position: { ...position, latitude, longitude } }, dropoff, limits, now);
}

function isNear(order: TrackedOrder, dropoff: number, limits: Limits, now: Date): boolean {
  const estimate = estimateArrival(order, dropoff, now);
  const stop = order.dropoffs[dropoff];
  if (estimate === null || stop === undefined) return false;
  // The distance is real but simulated time is shortened, so it is scaled back.
  const isSoon = estimate.seconds * order.speed <= limits.seconds;
  return isSoon || greatCircleMeters(estimate.courier, stop) <= limits.meters;
}

import type { ActiveOrder } from "@/lib/orders/list/list-active-orders";
import type { Point } from "@/lib/point";
import { estimateLeg } from "@/lib/routing/estimate";
import { type EtaInput, secondsUntilReady } from "@/lib/tracking/eta";

/** Uses a straight line to the next stop and roads between later ones; null without a position. */
export function estimateRemainingTrip(
  order: ActiveOrder,
  courier: { readonly position: Pick<Point, "latitude" | "longitude"> | null } | null,
  { speed, now }: { readonly speed: number; readonly now: Date },
): EtaInput | null {
  const [pickup, ...dropoffs] = order.stops;
  if (courier === null || courier.position === null || pickup === undefined) return null;
  if (order.status !== "assigned" && order.status !== "in_progress") return null;
  let from: Point = pickup;
  const legs = dropoffs
    .filter(({ isDone }) => !isDone)
    .map((stop): EtaInput["legs"][number] => {
      const path = [from, stop];
      const durationSeconds = stop.durationSeconds ?? estimateLeg(from, stop).durationSeconds;
      from = stop;
      return { path, durationSeconds, isThere: stop.isThere, isDone: false };
    });
  return {
    isPickedUp: order.status === "in_progress",
    hasArrivedAtPickup: order.hasArrivedAtPickup,
    courier: courier.position,
    pickup,
    approach: null,
    secondsUntilReady: order.status === "assigned" ? secondsUntilReady(order.readyAt, now) : 0,
    legs,
    speed,
  };
}

import type { ActiveOrder } from "@/lib/orders/list/list-open-orders";
import { estimateTrip } from "@/lib/routing/estimate";
import type { Point } from "@/lib/routing/geo";
import type { Journey } from "@/lib/tracking/eta";

/**
 * The way to the dropoffs that are still to come: by the roads between stops, and straight to the next one. Null while
 * nobody is on the way, or nobody knows where they are.
 */
export function straightJourney(
  order: ActiveOrder,
  courier: { readonly position: Pick<Point, "latitude" | "longitude"> | null } | null,
  speed: number,
): Journey | null {
  const [pickup, ...dropoffs] = order.stops;
  if (courier === null || courier.position === null || pickup === undefined) return null;
  if (order.status !== "assigned" && order.status !== "in_progress") return null;
  let from: Point = pickup;
  const legs = dropoffs
    .filter(({ isDone }) => !isDone)
    .map((stop): Journey["legs"][number] => {
      const path = [from, stop];
      const [straight] = estimateTrip({ pickup: from, dropoffs: [stop], routingMode: "sequential" });
      from = stop;
      const durationSeconds = stop.durationSeconds ?? straight?.durationSeconds ?? 0;
      return { path, durationSeconds, isThere: stop.isThere, isDone: false };
    });
  return {
    isPickedUp: order.status === "in_progress",
    hasArrivedAtPickup: order.hasArrivedAtPickup,
    courier: courier.position,
    pickup,
    approach: null,
    legs,
    speed,
  };
}

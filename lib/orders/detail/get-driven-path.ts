import type { Order } from "@/lib/orders/load-order";
import { routeLegs } from "@/lib/routing/driven-legs";
import type { Point } from "@/lib/routing/geo";

export function getDrivenPath({ details, trip, route }: Order<"request" | "route">): Point[] {
  const dropoffs = details.dropoffs.map(({ address }, index) => ({
    latitude: address.latitude,
    longitude: address.longitude,
    geometry: trip.legs[index]?.geometry ?? null,
    durationSeconds: trip.legs[index]?.durationSeconds ?? null,
  }));
  return routeLegs(details.pickup.address, dropoffs, details.routingMode, route).flatMap(({ path }) => path);
}

import type { Context } from "@/lib/context";
import { findCourierOverview } from "@/lib/couriers/list-couriers";
import { listRoutes } from "@/lib/couriers/list-routes";
import { getProfile } from "@/lib/couriers/vehicle";
import { isSamePoint, type Point } from "@/lib/point";
import { decodePolyline } from "@/lib/routing/polyline";
import { approximateRouteAt } from "@/lib/routing/route-at";

/** Returns the way of a courier along their remaining stops; null without a position or a stop. */
export async function findRoutePath(
  { db, clock, router }: Pick<Context, "db" | "clock" | "router">,
  courierId: string,
): Promise<Point[] | null> {
  const [courier, stops] = await Promise.all([
    findCourierOverview(db, courierId),
    listRoutes(db, [courierId]),
  ]);
  if (courier === null || courier.position === null || stops.length === 0) return null;
  const places = stops.filter((stop, index) => {
    const before = stops[index - 1];
    return before === undefined || !isSamePoint(before, stop);
  });
  const trip = { pickup: courier.position, dropoffs: places, routingMode: "sequential" } as const;
  const terms = { at: clock.now(), profile: getProfile(courier.transportType) };
  const { legs } = await approximateRouteAt({ db, router }, trip, terms);
  return legs.flatMap(({ geometry }) => decodePolyline(geometry));
}

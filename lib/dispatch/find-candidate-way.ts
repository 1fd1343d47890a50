import type { Context } from "@/lib/context";
import { findCourierOverview } from "@/lib/couriers/list-couriers";
import { getProfile } from "@/lib/couriers/vehicle";
import { findCollectionPoint } from "@/lib/dispatch/list-candidates";
import type { Order } from "@/lib/orders/load-order";
import type { Point } from "@/lib/routing/geo";
import { decodePolyline } from "@/lib/routing/polyline";
import { approximateRouteAt } from "@/lib/routing/route-at";

export async function findCandidateRoute(
  { db, clock, router }: Pick<Context, "db" | "clock" | "router">,
  order: Order<"request">,
  courierId: string,
): Promise<Point[] | null> {
  const [place, courier] = await Promise.all([
    findCollectionPoint({ db }, order),
    findCourierOverview(db, courierId),
  ]);
  if (courier?.position == null || courier.mode !== order.scope.mode) return null;
  const { latitude, longitude } = courier.position;
  const trip = { pickup: { latitude, longitude }, dropoffs: [place], routingMode: "sequential" } as const;
  const terms = { at: clock.now(), profile: getProfile(courier.transportType) };
  const { legs } = await approximateRouteAt({ db, router }, trip, terms);
  return decodePolyline(legs[0]?.geometry ?? "");
}

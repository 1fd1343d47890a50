import type { Context } from "@/lib/context";
import { findCourierOverview } from "@/lib/couriers/list-couriers";
import { profileOf } from "@/lib/couriers/vehicle";
import { findGoodsPlace } from "@/lib/dispatch/find-goods-place";
import type { FiledOrder } from "@/lib/orders/file/find-filed-order";
import type { Point } from "@/lib/routing/geo";
import { decodePolyline } from "@/lib/routing/polyline";

/** How a courier would drive to an order's goods, along the streets; null when nobody knows where they are. */
export async function findCandidateWay(
  { db, router }: Pick<Context, "db" | "router">,
  filed: Pick<FiledOrder, "order" | "details">,
  courierId: string,
): Promise<Point[] | null> {
  const [place, courier] = await Promise.all([
    findGoodsPlace({ db }, filed),
    findCourierOverview(db, courierId),
  ]);
  if (courier?.position == null || courier.mode !== filed.order.scope.mode) return null;
  const { latitude, longitude } = courier.position;
  const trip = { pickup: { latitude, longitude }, dropoffs: [place], routingMode: "sequential" } as const;
  const { legs } = await router.routeTrip(trip, profileOf(courier.transportType));
  return decodePolyline(legs[0]?.geometry ?? "");
}

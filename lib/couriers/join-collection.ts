import { arrangeRoute } from "@/lib/couriers/arrange-route";
import { ROUTE_STOP_PLACE_SQL } from "@/lib/couriers/route-stop-place-sql";
import type { Transaction } from "@/lib/db/client";
import { orderStops, routeStops } from "@/lib/db/generated/columns";
import { pick } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { isSamePoint } from "@/lib/point";

const STOP = { ...pick(routeStops, "orderId kind stopPosition"), ...pick(orderStops, "latitude longitude") };

/**
 * Lets a courier who collects goods at the order's pickup anyway collect those of the order together with them. The
 * caller holds the courier's lock.
 */
export async function joinCollection(tx: Transaction, courierId: string, orderId: bigint): Promise<void> {
  const stops = await query(tx, STOP)`
    SELECT r.order_id, r.kind, r.stop_position, place.latitude, place.longitude
    FROM route_stops r ${ROUTE_STOP_PLACE_SQL}
    WHERE r.courier_id = ${courierId}::uuid ORDER BY r.position`;
  const own = stops.find((stop) => stop.orderId === orderId && stop.kind === "collect");
  if (own === undefined) return;
  const others = stops.filter((stop) => stop !== own);
  const lastThere = others.findLastIndex((stop) => stop.kind === "collect" && isSamePoint(stop, own));
  if (lastThere !== -1) await arrangeRoute(tx, courierId, others.toSpliced(lastThere + 1, 0, own));
}

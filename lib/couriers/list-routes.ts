import { IS_STOP_REACHED_SQL } from "@/lib/couriers/is-stop-reached-sql";
import { ROUTE_STOP_PLACE_SQL } from "@/lib/couriers/route-stop-place-sql";
import type { Queryable } from "@/lib/db/client";
import { orderStops, orders, routeStops } from "@/lib/db/generated/columns";
import { bool, pick, type RowOf } from "@/lib/db/row";
import { query } from "@/lib/db/sql";

const STOP = {
  ...pick(routeStops, "courierId orderId kind stopPosition"),
  ...pick(orderStops, "latitude longitude windowFrom"),
  ...pick(orders, "readyAt"),
  isReached: bool,
};

/** A remaining stop of a courier; `isReached` when they are there. */
export type CourierStop = RowOf<typeof STOP>;

/** Lists the routes of couriers, each in the sequence of its visits. */
export function listRoutes(db: Queryable, courierIds: readonly string[]): Promise<CourierStop[]> {
  return query(db, STOP)`
    SELECT r.courier_id, r.order_id, r.kind, r.stop_position, place.latitude, place.longitude, place.window_from, o.ready_at,
           ${IS_STOP_REACHED_SQL} AS is_reached
    FROM route_stops r JOIN orders o ON o.id = r.order_id ${ROUTE_STOP_PLACE_SQL}
    WHERE r.courier_id = ANY(${[...courierIds]}::uuid[])
    ORDER BY r.courier_id, r.position`;
}

import { type Sql, sql } from "@/lib/db/sql";

/** Joins the point of route stop `r` as `place`. */
export const ROUTE_STOP_PLACE_SQL: Sql = sql`
  CROSS JOIN LATERAL (
    SELECT s.latitude, s.longitude FROM order_stops s
    WHERE r.kind <> 'take_over' AND s.order_id = r.order_id AND s.position = r.stop_position
    UNION ALL
    SELECT taken.takeover_latitude, taken.takeover_longitude FROM orders taken
    WHERE r.kind = 'take_over' AND taken.id = r.order_id) AS place`;

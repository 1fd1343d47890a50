import { type Sql, sql } from "@/lib/db/sql";

/** Joins the point of route stop `r`, and where its delivery window begins, as `place`. */
export const ROUTE_STOP_PLACE_SQL: Sql = sql`
  CROSS JOIN LATERAL (
    SELECT s.latitude, s.longitude, CASE WHEN r.kind = 'deliver' THEN s.window_from END AS window_from
    FROM order_stops s
    WHERE r.kind <> 'take_over' AND s.order_id = r.order_id AND s.position = r.stop_position
    UNION ALL
    SELECT taken.takeover_latitude, taken.takeover_longitude, NULL FROM orders taken
    WHERE r.kind = 'take_over' AND taken.id = r.order_id) AS place`;

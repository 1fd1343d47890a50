import { type Sql, sql } from "@/lib/db/sql";

/** Whether route stop `r` collects its order at the pickup of order `o`. */
const IS_COLLECTED_TOGETHER_SQL: Sql = sql`(r.kind = 'collect' AND EXISTS (
  SELECT FROM order_stops other JOIN order_stops pickup
    ON (pickup.latitude, pickup.longitude) = (other.latitude, other.longitude)
  WHERE other.order_id = r.order_id AND other.position = 0 AND pickup.order_id = o.id AND pickup.position = 0))`;

/**
 * How many stops of other orders the courier of order `o` makes before each of its dropoffs; null for a dropoff that they
 * do not go to. Orders that are collected together with it do not count.
 */
export const OTHERS_BEFORE_SQL: Sql = sql`ARRAY(
  SELECT CASE WHEN own.order_id IS NOT NULL THEN (
    SELECT count(*)::int FROM route_stops r
    WHERE r.courier_id = own.courier_id AND r.order_id <> o.id AND r.position < own.position
      AND NOT ${IS_COLLECTED_TOGETHER_SQL}) END
  FROM order_stops s LEFT JOIN route_stops own
    ON own.order_id = s.order_id AND own.kind = 'deliver' AND own.stop_position = s.position
  WHERE s.order_id = o.id AND s.position > 0
  ORDER BY s.position)`;

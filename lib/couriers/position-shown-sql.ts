import { COURIER_HAS_ORDER_SQL } from "@/lib/couriers/courier-has-order-sql";
import { MAX_ORDERS_IN_HAND } from "@/lib/couriers/max-orders-in-hand";
import { type Sql, sql } from "@/lib/db/sql";
import { ENDED_ORDERS_SQL } from "@/lib/orders/ended-orders-sql";
import { METERS_PER_DEGREE } from "@/lib/routing/geo";

/** Closer to a stop of another order, a position would reveal it. */
const STOP_METERS = 200;

/** Whether no stop of another order comes before those of order `o` in its courier's route. */
export const IS_NEXT_IN_ROUTE_SQL: Sql = sql`(o.id = coalesce(
  (SELECT r.order_id FROM route_stops r WHERE r.courier_id = o.courier_id ORDER BY r.position LIMIT 1), o.id))`;

/**
 * Whether position `p` is at a stop of another order than `orderId`: at any of one that the courier has, or at a door of
 * one that has ended within the last hour. Stops at the very places of the order itself do not count.
 * @param orderId null for a courier who is just getting the order
 */
const isAtStopOfOthers = (orderId: Sql): Sql => sql`EXISTS (
  SELECT FROM (
    (SELECT o.id, 0 AS first_stop FROM orders o
     WHERE o.courier_id = p.courier_id AND ${COURIER_HAS_ORDER_SQL} LIMIT ${MAX_ORDERS_IN_HAND})
    UNION ALL
    (SELECT o.id, 1 FROM ${ENDED_ORDERS_SQL}
     WHERE l.courier_id = p.courier_id AND l.changed_at > p.received_at - interval '1 hour'
     ORDER BY l.changed_at DESC LIMIT ${MAX_ORDERS_IN_HAND})) AS other
  JOIN order_stops s ON s.order_id = other.id AND s.position >= other.first_stop
  WHERE other.id IS DISTINCT FROM ${orderId}
    AND power((s.latitude - p.latitude) * ${METERS_PER_DEGREE}, 2)
      + power((s.longitude - p.longitude) * ${METERS_PER_DEGREE} * cos(radians(p.latitude)), 2) < ${STOP_METERS ** 2}
    AND NOT EXISTS (SELECT FROM order_stops own WHERE own.order_id = ${orderId}
                    AND own.latitude = s.latitude AND own.longitude = s.longitude))`;

/** Whether position `p` of the courier of order `o` is at a stop of another order of theirs. */
export const IS_AT_STOP_OF_OTHERS_SQL: Sql = isAtStopOfOthers(sql`o.id`);

/** Whether the readers of order `o` may see position `p` of its courier. */
export const IS_POSITION_SHOWN_SQL: Sql = sql`(${IS_NEXT_IN_ROUTE_SQL} AND NOT ${IS_AT_STOP_OF_OTHERS_SQL})`;

/** Whether the readers of an order may see position `p` when its courier is just getting it. */
export const IS_FIRST_POSITION_SHOWN_SQL: Sql = sql`(
  NOT EXISTS (SELECT FROM route_stops r WHERE r.courier_id = p.courier_id) AND NOT ${isAtStopOfOthers(sql`NULL::bigint`)})`;

import { COURIER_HAS_ORDER_SQL } from "@/lib/couriers/courier-has-order-sql";
import { IS_PINNED_SQL } from "@/lib/couriers/is-pinned-sql";
import { ROUTE_STOP_PLACE_SQL } from "@/lib/couriers/route-stop-place-sql";
import type { Queryable } from "@/lib/db/client";
import { courierPositions, couriers, orderStops, orders } from "@/lib/db/generated/columns";
import {
  arrayColumn,
  bool,
  enumColumn,
  float8,
  pick,
  type RowOf,
  text,
  timestamptz,
  uuid,
} from "@/lib/db/row";
import { query, type Sql, sql } from "@/lib/db/sql";
import { type AvailabilityCriteria, HAS_ORDER_SQL, isOnDuty, SEARCHED_SINCE_SQL } from "@/lib/dispatch/store";
import type { Point } from "@/lib/point";
import { CARGO_SIZES } from "@/lib/pricing/cargo-size";

const WAITING = {
  ...pick(orders, "id accountId readyAt deliveryTime durationSeconds"),
  searchedSince: timestamptz,
  latitudes: arrayColumn(float8),
  longitudes: arrayColumn(float8),
  cargoSizes: arrayColumn(enumColumn(CARGO_SIZES)),
  /** Bounds of the delivery windows by dropoff, in seconds since 1970; null without a window. */
  windowStarts: arrayColumn(float8.orNull),
  windowEnds: arrayColumn(float8.orNull),
  refusedBy: arrayColumn(text),
  isDirect: bool,
};

/** A live order without a courier. Its stops begin with the pickup. */
export type WaitingOrder = RowOf<typeof WAITING>;

const WAITING_COLUMNS = sql`
  o.id, o.account_id, o.ready_at, o.delivery_time, o.duration_seconds, ${SEARCHED_SINCE_SQL} AS searched_since,
  stops.latitudes, stops.longitudes, stops.cargo_sizes, stops.window_starts, stops.window_ends,
  ARRAY(SELECT r.courier_id::text FROM dispatch_refusals r WHERE r.order_id = o.id) AS refused_by,
  'direct' IN (o.delivery_mode, a.delivery_mode) AS is_direct`;

/** `orders` selects from `orders`. */
const joinOrders = (orders: Sql): Sql => sql`
  (${orders}) o JOIN accounts a ON a.id = o.account_id CROSS JOIN LATERAL (
      SELECT array_agg(s.latitude ORDER BY s.position) AS latitudes,
             array_agg(s.longitude ORDER BY s.position) AS longitudes,
             array_agg(coalesce(s.cargo_size, o.cargo_size)::text ORDER BY s.position)
               FILTER (WHERE s.position > 0) AS cargo_sizes,
             array_agg(extract(epoch FROM s.window_from)::float8 ORDER BY s.position)
               FILTER (WHERE s.position > 0) AS window_starts,
             array_agg(extract(epoch FROM s.window_to)::float8 ORDER BY s.position)
               FILTER (WHERE s.position > 0) AS window_ends
      FROM order_stops s WHERE s.order_id = o.id
    ) stops`;

function selectOrders(db: Queryable, orders: Sql): Promise<WaitingOrder[]> {
  return query(db, WAITING)`
    SELECT ${WAITING_COLUMNS} FROM ${joinOrders(orders)} ORDER BY o.dispatch_at, o.id`;
}

/** Lists live orders that are due and not held, longest waiting first. */
export function listWaitingOrders(
  db: Queryable,
  page: { now: Date; limit: number },
): Promise<WaitingOrder[]> {
  return selectOrders(
    db,
    sql`
      SELECT * FROM orders
      WHERE mode = 'live' AND status IN ('new', 'assigned') AND courier_id IS NULL AND held_reason IS NULL
        AND dispatch_at <= ${page.now}::timestamptz
      ORDER BY dispatch_at, id LIMIT ${page.limit}`,
  );
}

/** Lists orders with or without a courier. */
export function listOrdersToPlan(db: Queryable, orderIds: readonly bigint[]): Promise<WaitingOrder[]> {
  return selectOrders(db, sql`SELECT * FROM orders WHERE id = ANY(${[...orderIds]}::bigint[])`);
}

/** Returns null if the courier has accepted the order or no longer has it. */
export async function findUnacceptedOrder(
  db: Queryable,
  orderId: bigint,
  courierId: string,
): Promise<WaitingOrder | null> {
  const [found] = await selectOrders(
    db,
    sql`
      SELECT * FROM orders
      WHERE id = ${orderId} AND status = 'assigned' AND courier_id = ${courierId}::uuid AND accepted_at IS NULL`,
  );
  return found ?? null;
}

const RECENT_ORDERS = 300;
const PICKUP = pick(orderStops, "latitude longitude");

/** Lists the pickups of the newest live orders: the next ones are expected from the same places. */
export function listRecentPickups(db: Queryable, limit: number): Promise<Point[]> {
  return query(db, PICKUP)`
    SELECT s.latitude, s.longitude
    FROM (SELECT id, mode FROM orders ORDER BY id DESC LIMIT ${RECENT_ORDERS}) o
    JOIN order_stops s ON s.order_id = o.id AND s.position = 0
    WHERE o.mode = 'live' ORDER BY o.id DESC LIMIT ${limit}`;
}

const COURIER = {
  ...pick(couriers, "id transportType"),
  ...pick(courierPositions, "latitude longitude"),
  hasOrder: bool,
  latitudes: arrayColumn(float8),
  longitudes: arrayColumn(float8),
  windowStarts: arrayColumn(float8.orNull),
};

/** A courier with the places of their route, and where the delivery window of a stop begins, in seconds since 1970. */
export type CourierOnDuty = RowOf<typeof COURIER>;

/** Lists couriers who can take an order now or at the end of their route. Locks nothing. */
export function listCouriersOnDuty(db: Queryable, criteria: AvailabilityCriteria): Promise<CourierOnDuty[]> {
  return selectCouriers(db, isOnDuty(criteria));
}

/** Lists those of the couriers who have a position, on duty or not. */
export function listPlacedCouriers(db: Queryable, courierIds: readonly string[]): Promise<CourierOnDuty[]> {
  return selectCouriers(db, sql`c.id = ANY(${[...courierIds]}::uuid[])`);
}

function selectCouriers(db: Queryable, where: Sql): Promise<CourierOnDuty[]> {
  return query(db, COURIER)`
    SELECT c.id, c.transport_type, p.latitude, p.longitude, ${HAS_ORDER_SQL} AS has_order,
           coalesce(route.latitudes, '{}') AS latitudes, coalesce(route.longitudes, '{}') AS longitudes,
           coalesce(route.window_starts, '{}') AS window_starts
    FROM courier_positions p JOIN couriers c ON c.id = p.courier_id
    LEFT JOIN LATERAL (
      SELECT array_agg(place.latitude ORDER BY r.position) AS latitudes,
             array_agg(place.longitude ORDER BY r.position) AS longitudes,
             array_agg(extract(epoch FROM place.window_from)::float8 ORDER BY r.position) AS window_starts
      FROM route_stops r ${ROUTE_STOP_PLACE_SQL}
      WHERE r.courier_id = c.id) AS route ON true
    WHERE ${where}
    ORDER BY c.id`;
}

const ASSIGNED = {
  ...WAITING,
  courierId: uuid,
  promises: arrayColumn(float8),
  hasFailedDropoff: bool,
  isPinned: bool,
};

/**
 * An order that a courier has. `promises` are the ends of the first arrival windows of its dropoffs, in seconds since 1970;
 * Infinity without one.
 */
export type AssignedOrder = RowOf<typeof ASSIGNED>;

export function listAssignedOrders(db: Queryable, courierIds: readonly string[]): Promise<AssignedOrder[]> {
  return query(db, ASSIGNED)`
    SELECT ${WAITING_COLUMNS}, c.id AS courier_id,
           ARRAY(SELECT coalesce(extract(epoch FROM shown.first_to)::float8, 'Infinity') FROM order_stops s
                 LEFT JOIN shown_arrivals shown ON shown.order_id = o.id AND shown.position = s.position
                   AND shown.promised_until = o.promised_until
                 WHERE s.order_id = o.id AND s.position > 0 ORDER BY s.position) AS promises,
           EXISTS (SELECT FROM order_stops s WHERE s.order_id = o.id AND s.failed_at IS NOT NULL) AS has_failed_dropoff,
           ${IS_PINNED_SQL} AS is_pinned
    FROM ${joinOrders(sql`
      SELECT * FROM orders o WHERE o.courier_id = ANY(${[...courierIds]}::uuid[]) AND ${COURIER_HAS_ORDER_SQL}`)}
    JOIN couriers c ON c.id = o.courier_id
    ORDER BY o.id`;
}

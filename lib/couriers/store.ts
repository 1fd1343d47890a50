import { COURIER_HAS_ORDER_SQL } from "@/lib/couriers/courier-has-order-sql";
import type { KnownPosition } from "@/lib/couriers/fix";
import { MAX_ORDERS_IN_HAND } from "@/lib/couriers/max-orders-in-hand";
import type { TransportType } from "@/lib/couriers/vehicle";
import type { Queryable } from "@/lib/db/client";
import { courierPositions, couriers } from "@/lib/db/generated/columns";
import { bool, int8, pick, uuid } from "@/lib/db/row";
import { query, sql } from "@/lib/db/sql";
import { ENDED_ORDERS_SQL } from "@/lib/orders/ended-orders-sql";
import { COURIERS_MOVED, LIVE_CHANNEL } from "@/lib/streams/announce";

const POSITION = pick(courierPositions, "courierId latitude longitude heading recordedAt receivedAt");

export interface CourierPosition extends KnownPosition {
  readonly transportType: TransportType;
}

export async function findKnownPositions(
  db: Queryable,
  courierIds: readonly string[],
): Promise<Map<string, CourierPosition>> {
  const rows = await query(db, { ...POSITION, transportType: couriers.transportType })`
    SELECT p.courier_id, p.latitude, p.longitude, p.heading, p.recorded_at, p.received_at, c.transport_type
    FROM courier_positions p JOIN couriers c ON c.id = p.courier_id
    WHERE p.courier_id = ANY(${courierIds}::uuid[])`;
  return new Map(rows.map(({ courierId, ...position }) => [courierId, position]));
}

export interface PositionRow extends KnownPosition {
  readonly courierId: string;
  readonly cell: string | null;
  readonly isPast: boolean;
}

/**
 * The order to whose stop the courier of `fix` was on the way: that of the stop which ended first after it, else that of
 * the next one. Null for a courier without stops, who waits for an answer.
 */
const ORDER_ON_THE_WAY = sql`coalesce(
  (SELECT o.id
   FROM (
     (SELECT o.id, o.returned_at FROM orders o
      WHERE o.courier_id = fix.courier_id AND ${COURIER_HAS_ORDER_SQL} LIMIT ${MAX_ORDERS_IN_HAND})
     UNION ALL
     (SELECT o.id, o.returned_at FROM ${ENDED_ORDERS_SQL}
      WHERE l.courier_id = fix.courier_id AND l.changed_at > fix.recorded_at
      ORDER BY l.changed_at LIMIT ${MAX_ORDERS_IN_HAND})) AS o
   CROSS JOIN LATERAL (
     SELECT coalesce(s.delivered_at, s.failed_at) AS at FROM order_stops s WHERE s.order_id = o.id AND s.position > 0
     UNION ALL
     SELECT h.changed_at FROM order_status_changes h WHERE h.order_id = o.id AND h.status = 'in_progress'
     UNION ALL
     SELECT o.returned_at) AS stop_end
   WHERE stop_end.at > fix.recorded_at ORDER BY stop_end.at LIMIT 1),
  (SELECT r.order_id FROM route_stops r WHERE r.courier_id = fix.courier_id ORDER BY r.position LIMIT 1))`;

/**
 * Stores positions and history (fixes 10 s apart, each with the order to whose stop the courier was on the way), sorted
 * by courier id against deadlocks. @returns the newest ones
 */
export async function writePositions(
  db: Queryable,
  rows: readonly PositionRow[],
  { isAtWork }: { isAtWork: boolean },
): Promise<Map<string, boolean>> {
  const written = await query(db, { courierId: uuid, isKept: bool, notified: int8 })`
    WITH fixes AS MATERIALIZED (
      SELECT fix.*
      FROM unnest(${rows.map((row) => row.courierId)}::uuid[], ${rows.map((row) => row.latitude)}::float8[],
                  ${rows.map((row) => row.longitude)}::float8[], ${rows.map((row) => row.heading)}::float8[],
                  ${rows.map((row) => row.recordedAt.toISOString())}::timestamptz[],
                  ${rows.map((row) => row.receivedAt.toISOString())}::timestamptz[],
                  ${rows.map((row) => row.cell)}::text[], ${rows.map((row) => row.isPast)}::bool[])
        AS fix(courier_id, latitude, longitude, heading, recorded_at, received_at, cell, is_past)
      JOIN couriers c ON c.id = fix.courier_id
      WHERE NOT ${isAtWork} OR (c.on_shift_since IS NOT NULL AND c.disabled_at IS NULL)
    ), kept AS (
      INSERT INTO courier_positions AS known
        (courier_id, latitude, longitude, heading, recorded_at, received_at, cell)
      SELECT courier_id, latitude, longitude, heading, recorded_at, received_at, cell
      FROM fixes WHERE cell IS NOT NULL ORDER BY courier_id
      ON CONFLICT (courier_id) DO UPDATE SET
        latitude = excluded.latitude, longitude = excluded.longitude, heading = excluded.heading,
        recorded_at = excluded.recorded_at, received_at = excluded.received_at, cell = excluded.cell
      WHERE known.recorded_at < excluded.recorded_at
      RETURNING courier_id
    ), carried AS MATERIALIZED (
      SELECT sent.courier_id, o.id, o.account_id, o.mode
      FROM (SELECT DISTINCT courier_id FROM fixes) AS sent
      -- The limit forces an index lookup by courier, regardless of the table statistics.
      CROSS JOIN LATERAL (SELECT o.id, o.account_id, o.mode FROM orders o
        WHERE o.courier_id = sent.courier_id AND ${COURIER_HAS_ORDER_SQL} LIMIT ${MAX_ORDERS_IN_HAND}) AS o
    ), past AS MATERIALIZED (
      SELECT fix.*, ${ORDER_ON_THE_WAY} AS order_id FROM fixes fix WHERE fix.is_past
    ), apart AS MATERIALIZED (
      SELECT carried.id AS order_id, fix.courier_id, fix.recorded_at, fix.latitude, fix.longitude, fix.heading
      FROM carried JOIN past fix ON fix.courier_id = carried.courier_id AND coalesce(fix.order_id = carried.id, true)
      WHERE NOT EXISTS (SELECT 1 FROM order_positions near
        WHERE near.order_id = carried.id AND near.recorded_at > fix.recorded_at - interval '10 seconds'
          AND near.recorded_at < fix.recorded_at + interval '10 seconds')
    ), remembered AS (
      INSERT INTO order_positions (order_id, courier_id, recorded_at, latitude, longitude, heading)
      SELECT order_id, courier_id, recorded_at, latitude, longitude, heading FROM apart
      WHERE recorded_at >= (SELECT c.changed_at FROM order_status_changes c
                            WHERE c.order_id = apart.order_id AND c.status = 'assigned')
      ORDER BY order_id, recorded_at
      ON CONFLICT DO NOTHING
    ), notified AS (
      SELECT pg_notify(${LIVE_CHANNEL}, concat_ws(' ', 'courier', courier_id, carried.id, account_id, mode))
      FROM kept JOIN carried USING (courier_id)
      UNION ALL
      SELECT pg_notify(${LIVE_CHANNEL}, ${COURIERS_MOVED}) WHERE EXISTS (SELECT 1 FROM kept)
    )
    SELECT sent.courier_id, kept.courier_id IS NOT NULL AS is_kept, (SELECT count(*) FROM notified) AS notified
    FROM (SELECT DISTINCT courier_id FROM fixes) AS sent LEFT JOIN kept USING (courier_id)`;
  return new Map(written.map(({ courierId, isKept }) => [courierId, isKept]));
}

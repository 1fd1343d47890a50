import type { Mode } from "@/lib/account-scope";
import { ROUTE_STOP_PLACE_SQL } from "@/lib/couriers/route-stop-place-sql";
import type { TransportType } from "@/lib/couriers/vehicle";
import type { Queryable } from "@/lib/db/client";
import { courierPositions, couriers, orders } from "@/lib/db/generated/columns";
import { bool, int4, outer, pick, type RowOf } from "@/lib/db/row";
import { query, type Sql, sql } from "@/lib/db/sql";
import { HAS_NO_ORDER_SQL } from "@/lib/dispatch/store";
import type { Point } from "@/lib/point";
import { METERS_PER_DEGREE, toRadians } from "@/lib/routing/geo";

interface CourierSearch {
  readonly mode: Mode;
  readonly place: Point;
  readonly exceptId: string | null;
  /** Listed first, wherever they are. */
  readonly plannedId: string | null;
  /** The same cutoff as in the dispatch of live orders. */
  readonly heardSince: Date;
  readonly most: number;
}

const COURIER = {
  ...pick(couriers, "id name"),
  transport: couriers.transportType,
  isOnShift: bool,
  isOnBreak: bool,
  isHeardOf: bool,
};

const buildIsHeard = ({ heardSince }: CourierSearch): Sql => sql`
  coalesce(p.received_at > ${heardSince}::timestamptz OR (c.mode = 'test' AND p.received_at IS NOT NULL), false)`;

const overview = (search: CourierSearch): Sql => sql`
  c.id, c.name, c.transport_type AS transport, c.on_shift_since IS NOT NULL AS is_on_shift,
  c.on_break_since IS NOT NULL AS is_on_break,  ${buildIsHeard(search)} AS is_heard_of`;

const FREE = { ...COURIER, ...outer(pick(courierPositions, "latitude longitude")) };

const BUSY = { ...COURIER, ...pick(orders, "orderCode"), orderCount: int4 };

export type BusyCourier = RowOf<typeof BUSY>;

const areMeant = ({ mode, exceptId }: CourierSearch): Sql => sql`
  c.mode = ${mode}::mode AND c.disabled_at IS NULL AND c.id IS DISTINCT FROM ${exceptId}::uuid`;

/** Squared distance in m², on a flat approximation around the place. */
function squaredMeters(at: Sql, { latitude, longitude }: Point): Sql {
  const eastward = METERS_PER_DEGREE * Math.cos(toRadians(latitude));
  const degrees = sql`abs(${at}.longitude - ${longitude}::float8)`;
  return sql`((${METERS_PER_DEGREE}::float8 * (${at}.latitude - ${latitude}::float8)) ^ 2
              + (${eastward}::float8 * least(${degrees}, 360 - ${degrees})) ^ 2)`;
}

export function selectFreeAround(
  db: Queryable,
  search: CourierSearch & { readonly transports: readonly TransportType[] },
): Promise<RowOf<typeof FREE>[]> {
  return query(db, FREE)`
    SELECT ${overview(search)}, p.latitude, p.longitude
    FROM couriers c LEFT JOIN courier_positions p ON p.courier_id = c.id
    WHERE ${areMeant(search)} AND c.transport_type = ANY(${[...search.transports]}::transport_type[])
      AND ${HAS_NO_ORDER_SQL}
    ORDER BY c.id IS DISTINCT FROM ${search.plannedId}::uuid, c.on_shift_since IS NULL, c.on_break_since IS NOT NULL, ${buildIsHeard(search)} DESC, ${squaredMeters(sql`p`, search.place)}, c.id LIMIT ${search.most}`;
}

/**
 * Lists couriers with orders who come near the place, nearest first, with the order of their next stop. Includes couriers
 * without a position.
 */
export function selectBusyAround(
  db: Queryable,
  search: CourierSearch & { readonly withinMeters: number },
): Promise<BusyCourier[]> {
  return query(db, BUSY)`
    SELECT ${overview(search)}, next.order_code, near.order_count
    FROM (SELECT r.courier_id, min(${squaredMeters(sql`place`, search.place)}) AS squared,
                 count(DISTINCT r.order_id)::int AS order_count
          FROM route_stops r ${ROUTE_STOP_PLACE_SQL} GROUP BY r.courier_id) near
    JOIN couriers c ON c.id = near.courier_id
    LEFT JOIN courier_positions p ON p.courier_id = c.id
    CROSS JOIN LATERAL (SELECT o.order_code FROM route_stops r JOIN orders o ON o.id = r.order_id
                        WHERE r.courier_id = c.id ORDER BY r.position LIMIT 1) AS next
    WHERE ${areMeant(search)}
      AND (near.squared <= ${search.withinMeters ** 2}::float8 OR c.id = ${search.plannedId}::uuid)
    ORDER BY c.id IS DISTINCT FROM ${search.plannedId}::uuid, near.squared, c.id LIMIT ${search.most}`;
}

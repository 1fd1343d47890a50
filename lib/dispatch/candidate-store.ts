import type { Mode } from "@/lib/account-scope";
import { COURIER_HAS_ORDER_SQL } from "@/lib/couriers/courier-has-order-sql";
import type { TransportType } from "@/lib/couriers/vehicle";
import type { Queryable } from "@/lib/db/client";
import { courierPositions, couriers, orderStops, orders } from "@/lib/db/generated/columns";
import { bool, outer, pick, type RowOf } from "@/lib/db/row";
import { query, type Sql, sql } from "@/lib/db/sql";
import { HAS_NO_ORDER_SQL } from "@/lib/dispatch/store";
import type { Point } from "@/lib/point";
import { METERS_PER_DEGREE, toRadians } from "@/lib/routing/geo";

interface CourierSearch {
  readonly mode: Mode;
  readonly place: Point;
  readonly exceptId: string | null;
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

const BUSY = {
  ...COURIER,
  ...pick(orders, "orderCode readyAt"),
  isCarried: bool,
  pickupLatitude: orderStops.latitude,
  pickupLongitude: orderStops.longitude,
  ...pick(courierPositions, "latitude longitude"),
  lastLatitude: orderStops.latitude,
  lastLongitude: orderStops.longitude,
};

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
    ORDER BY c.on_shift_since IS NULL, c.on_break_since IS NOT NULL, ${buildIsHeard(search)} DESC, ${squaredMeters(sql`p`, search.place)}, c.id LIMIT ${search.most}`;
}

/** Couriers with an order that they end near the place, nearest first. */
export function selectBusyAround(
  db: Queryable,
  search: CourierSearch & { readonly withinMeters: number },
): Promise<RowOf<typeof BUSY>[]> {
  const squared = squaredMeters(sql`stop`, search.place);
  return query(db, BUSY)`
    SELECT ${overview(search)}, o.order_code, o.ready_at, o.status = 'in_progress' AS is_carried, p.latitude, p.longitude,
           pickup.latitude AS pickup_latitude, pickup.longitude AS pickup_longitude,
           stop.latitude AS last_latitude, stop.longitude AS last_longitude
    FROM orders o
    JOIN couriers c ON c.id = o.courier_id
    JOIN courier_positions p ON p.courier_id = c.id
    JOIN order_stops pickup ON pickup.order_id = o.id AND pickup.position = 0
    CROSS JOIN LATERAL (SELECT s.latitude, s.longitude FROM order_stops s WHERE s.order_id = o.id
                        ORDER BY s.position DESC LIMIT 1) AS stop
    WHERE ${COURIER_HAS_ORDER_SQL} AND o.status IN ('assigned', 'in_progress') AND o.return_state IS NULL AND ${areMeant(search)}
      AND ${squared} <= ${search.withinMeters ** 2}::float8
    ORDER BY ${squared}, c.id LIMIT ${search.most}`;
}

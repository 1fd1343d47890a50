import type { Mode } from "@/lib/accounts/scope";
import { TRANSPORT_TYPES, type TransportType } from "@/lib/couriers/vehicle";
import type { Queryable, Transaction } from "@/lib/db/client";
import { bool, float8, oneOf, uuid } from "@/lib/db/row";
import { execute, query, type Sql, sql } from "@/lib/db/sql";
import { insertJobs } from "@/lib/jobs/insert-jobs";
import { greatCircleMeters, type Point } from "@/lib/routing/geo";

/** Whom an order may go to. */
export interface CourierSearch {
  readonly orderId: bigint;
  readonly mode: Mode;
  readonly pickup: Point;
  readonly transports: readonly TransportType[];
  /** Heard of since then. */
  readonly since: Date;
  readonly allowSimulated: boolean;
}

/** Couriers `c` at positions `p` who are on shift, were heard of, can carry the order, have not refused it, and carry nothing. */
const areFree = (search: CourierSearch): Sql => sql`
  p.received_at > ${search.since}::timestamptz
  AND c.mode = ${search.mode}::mode AND c.disabled_at IS NULL AND c.on_shift_since IS NOT NULL
  AND c.transport_type = ANY(${[...search.transports]}::transport_type[])
  AND (${search.allowSimulated} OR NOT c.is_simulated)
  AND NOT EXISTS (SELECT 1 FROM orders o
                  WHERE o.courier_id = c.id AND o.status IN ('assigned', 'in_progress'))
  AND NOT EXISTS (SELECT 1 FROM dispatch_refusals r
                  WHERE r.order_id = ${search.orderId} AND r.courier_id = c.id)`;

/** Orders positions `p` by straight-line distance to a place. */
const distanceTo = ({ latitude, longitude }: Point): Sql => sql`
  power(p.latitude - ${latitude}, 2)
  + power(least(abs(p.longitude - ${longitude}), 360 - abs(p.longitude - ${longitude}))
          * cos(radians(${latitude})), 2)`;

/** A courier who was free when looked up, and the straight-line distance to the pickup. */
export interface FreeCourier extends Point {
  readonly courierId: string;
  readonly transport: TransportType;
  readonly meters: number;
}

const FREE = { id: uuid, latitude: float8, longitude: float8, transport: oneOf(TRANSPORT_TYPES) };

/** Returns the nearest free couriers in these cells by straight-line distance, unlocked. */
export async function listNearestIn(
  db: Queryable,
  search: CourierSearch,
  cells: readonly string[],
  limit: number,
): Promise<FreeCourier[]> {
  const rows = await query(db, FREE)`
    SELECT c.id, p.latitude, p.longitude, c.transport_type AS transport
    FROM courier_positions p JOIN couriers c ON c.id = p.courier_id
    WHERE p.cell = ANY(${[...cells]}) AND ${areFree(search)}
    ORDER BY ${distanceTo(search.pickup)}, c.id LIMIT ${limit}`;
  return rows.map(({ id, ...row }) => ({
    ...row,
    courierId: id,
    meters: greatCircleMeters(row, search.pickup),
  }));
}

/** Whether anybody is free at all, wherever they are. */
export async function isAnybodyFree(tx: Transaction, search: CourierSearch): Promise<boolean> {
  const [row] = await query(tx, { isFree: bool })`
    SELECT EXISTS (SELECT 1 FROM courier_positions p JOIN couriers c ON c.id = p.courier_id
                   WHERE ${areFree(search)}) AS is_free`;
  return row?.isFree ?? false;
}

/** Locks the nearest of the free couriers in these cells; one whom another dispatcher has locked is passed over. */
export async function lockNearestIn(
  tx: Transaction,
  search: CourierSearch,
  cells: readonly string[],
): Promise<{ courierId: string; meters: number } | null> {
  const [row] = await query(tx, { id: uuid, latitude: float8, longitude: float8 })`
    SELECT c.id, p.latitude, p.longitude
    FROM courier_positions p JOIN couriers c ON c.id = p.courier_id
    WHERE p.cell = ANY(${[...cells]}) AND ${areFree(search)}
    ORDER BY ${distanceTo(search.pickup)}, c.id
    LIMIT 1 FOR NO KEY UPDATE OF c SKIP LOCKED`;
  return row === undefined ? null : { courierId: row.id, meters: greatCircleMeters(row, search.pickup) };
}

/** Locks the first of these couriers who is still free; skips those locked by another dispatcher. */
export async function lockFirstOf(
  tx: Transaction,
  search: CourierSearch,
  courierIds: readonly string[],
): Promise<string | null> {
  const [row] = await query(tx, { id: uuid })`
    SELECT c.id FROM courier_positions p JOIN couriers c ON c.id = p.courier_id
    WHERE c.id = ANY(${[...courierIds]}::uuid[]) AND ${areFree(search)}
    ORDER BY array_position(${[...courierIds]}::uuid[], c.id)
    LIMIT 1 FOR NO KEY UPDATE OF c SKIP LOCKED`;
  return row?.id ?? null;
}

/**
 * Whether a courier carries an order. Asked once more under the courier's lock: the search saw the orders as they
 * were when it began, and a rival may have given this courier one since.
 */
export async function carriesOrder(tx: Transaction, courierId: string): Promise<boolean> {
  const [row] = await query(tx, { carries: bool })`
    SELECT EXISTS (SELECT 1 FROM orders WHERE courier_id = ${courierId}::uuid
                   AND status IN ('assigned', 'in_progress')) AS carries`;
  return row?.carries ?? false;
}

/** Has every order that waits for a courier looked at by a job, should one have been lost. */
export async function insertMissingJobs(db: Queryable): Promise<void> {
  const waiting = sql`(
      SELECT id::text AS key, dispatch_at AS run_at FROM orders
      WHERE status IN ('new', 'assigned') AND courier_id IS NULL)`;
  await execute(db)`${insertJobs("dispatch_order", waiting)}`;
}

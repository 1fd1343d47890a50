import type { AccountScope, Mode } from "@/lib/account-scope";
import { COURIER_HAS_ORDER_SQL } from "@/lib/couriers/courier-has-order-sql";
import type { KnownPosition } from "@/lib/couriers/fix";
import { IS_POSITION_SHOWN_SQL } from "@/lib/couriers/position-shown-sql";
import type { Queryable } from "@/lib/db/client";
import { contains } from "@/lib/db/contains";
import { courierPositions, couriers, orders } from "@/lib/db/generated/columns";
import { bool, int4, leftJoined, outer, pick, type RowOf } from "@/lib/db/row";
import { EMPTY_SQL, join, query, type Sql, sql } from "@/lib/db/sql";
import { MIN_DIGITS, nationalDigits } from "@/lib/national-digits";

export const MAX_COURIERS = 500;

const OVERVIEW = {
  ...pick(
    couriers,
    "id name phone transportType number mode isSimulated onShiftSince onBreakSince disabledAt",
  ),
  orderCode: orders.orderCode.orNull,
  orderCount: int4,
  hasLink: bool,
};

/** The order code is that of the next stop. */
export type CourierOverview = Readonly<RowOf<typeof OVERVIEW>> & {
  readonly position: KnownPosition | null;
};

const LAST_POSITION = outer(pick(courierPositions, "latitude longitude heading recordedAt receivedAt"));

const AT_WORK = sql`(c.disabled_at IS NOT NULL), (c.on_shift_since IS NULL), c.name, c.id`;

/** Lists up to 500, working ones first. @param search part of a name, phone, plate or order code; empty for all */
export async function listCouriers(db: Queryable, mode: Mode, search = ""): Promise<CourierOverview[]> {
  // PostgreSQL texts cannot contain NUL.
  if (search.includes("\0")) return [];
  const found = search === "" ? EMPTY_SQL : sql`AND (${areMeant(search)})`;
  const where = sql`c.mode = ${mode}::mode ${found}`;
  return selectOverviews(db, { where, first: AT_WORK, most: MAX_COURIERS });
}

function areMeant(search: string): Sql {
  const meanings = [
    contains(sql`c.name`, search),
    contains(sql`c.number`, search),
    sql`c.id IN (SELECT o.courier_id FROM orders o WHERE ${COURIER_HAS_ORDER_SQL} AND ${contains(sql`o.order_code`, search)})`,
  ];
  const digits = nationalDigits(search);
  if (digits.length >= MIN_DIGITS)
    meanings.push(contains(sql`regexp_replace(c.phone, '[^0-9]', '', 'g')`, digits));
  return join(meanings, " OR ");
}

export async function countCouriers(
  db: Queryable,
  mode: Mode,
): Promise<{ all: number; onShift: number; people: number }> {
  const groups = await db.models.courier.groupBy({
    by: ["isSimulated"],
    where: { mode },
    _count: { _all: true, onShiftSince: true },
  });
  const sum = (count: (group: (typeof groups)[number]) => number) =>
    groups.reduce((total, group) => total + count(group), 0);
  return {
    all: sum(({ _count }) => _count._all),
    onShift: sum(({ _count }) => _count.onShiftSince),
    people: sum(({ isSimulated, _count }) => (isSimulated ? 0 : _count.onShiftSince)),
  };
}

export function listCouriersById(db: Queryable, ids: readonly string[]): Promise<CourierOverview[]> {
  return selectOverviews(db, {
    where: sql`c.id = ANY(${[...ids]}::uuid[])`,
    first: AT_WORK,
    most: ids.length,
  });
}

export async function findCourierOverview(db: Queryable, courierId: string): Promise<CourierOverview | null> {
  const [courier] = await listCouriersById(db, [courierId]);
  return courier ?? null;
}

const carriedIn = ({ accountId, mode }: AccountScope): Sql =>
  sql`o.account_id = ${accountId}::uuid AND o.mode = ${mode}::mode AND ${COURIER_HAS_ORDER_SQL}`;

/**
 * Lists up to 500 couriers with orders of this scope: those of `orderCodes` first, then the longest silent. Never names
 * their orders of other accounts, nor a position on the way to those.
 */
export function listActiveCouriers(
  db: Queryable,
  scope: AccountScope,
  orderCodes: readonly string[],
): Promise<CourierOverview[]> {
  return selectOverviews(db, {
    where: sql`c.id IN (SELECT o.courier_id FROM orders o WHERE ${carriedIn(scope)})`,
    isOrderShown: carriedIn(scope),
    isPositionShown: sql`EXISTS (
      SELECT FROM orders o WHERE o.courier_id = c.id AND ${carriedIn(scope)} AND ${IS_POSITION_SHOWN_SQL})`,
    first: sql`o.order_code = ANY(${[...orderCodes]}::text[]) DESC, p.received_at NULLS FIRST, c.id`,
    most: MAX_COURIERS,
  });
}

export async function countCarriers(
  db: Queryable,
  scope: AccountScope,
  heardSince: Date,
): Promise<{ all: number; silent: number }> {
  const [counts] = await query(db, { all: int4, silent: int4 })`
    SELECT count(*)::int AS "all",
           count(*) FILTER (WHERE p.received_at > ${heardSince}::timestamptz IS NOT TRUE)::int AS silent
    FROM (SELECT DISTINCT o.courier_id FROM orders o WHERE o.courier_id IS NOT NULL AND ${carriedIn(scope)}) AS carrier
    LEFT JOIN courier_positions p ON p.courier_id = carrier.courier_id`;
  if (counts === undefined) throw new Error("SELECT count(*) returned no row");
  return counts;
}

async function selectOverviews(
  db: Queryable,
  {
    where,
    isOrderShown = COURIER_HAS_ORDER_SQL,
    isPositionShown = sql`true`,
    first,
    most,
  }: Readonly<{ where: Sql; isOrderShown?: Sql; isPositionShown?: Sql; first: Sql; most: number }>,
): Promise<CourierOverview[]> {
  const rows = await query(db, { ...OVERVIEW, ...LAST_POSITION })`
    SELECT * FROM (
      SELECT c.id, c.name, c.phone, c.transport_type, c.number, c.mode, c.is_simulated,
             c.link_hash IS NOT NULL AS has_link, c.on_shift_since, c.on_break_since, c.disabled_at, o.order_code, coalesce(o.order_count, 0) AS order_count,
             p.latitude, p.longitude, p.heading, p.recorded_at, p.received_at
      FROM couriers c
      LEFT JOIN courier_positions p ON p.courier_id = c.id AND ${isPositionShown}
      LEFT JOIN LATERAL (
        SELECT o.order_code, count(*) OVER ()::int AS order_count FROM orders o WHERE o.courier_id = c.id AND ${isOrderShown}
        ORDER BY (SELECT min(r.position) FROM route_stops r WHERE r.order_id = o.id), o.id LIMIT 1) AS o ON true
      WHERE ${where}
      ORDER BY ${first} LIMIT ${most}
    ) AS c
    ORDER BY ${AT_WORK}`;
  return rows.map(({ latitude, longitude, heading, recordedAt, receivedAt, ...courier }) => ({
    ...courier,
    position: leftJoined({ latitude, longitude, heading, recordedAt, receivedAt }),
  }));
}

import type { AccountScope } from "@/lib/account-scope";
import type { LinePosition, OpenPeriod, StatementLine } from "@/lib/billing/statement";
import type { Queryable } from "@/lib/db/client";
import { orderStops, orders, statementLines, statements } from "@/lib/db/generated/columns";
import { jsonRows } from "@/lib/db/json-rows";
import { bool, int8, pick, type RowOf, text, timestamptz, uuid } from "@/lib/db/row";
import { EMPTY_SQL, inlineInteger, query, type Sql, sql } from "@/lib/db/sql";
import { TOTAL } from "@/lib/orders/load-order";
import { fromRubles, type Kopecks } from "@/lib/pricing/money";

const LEGS = jsonRows(
  "s",
  "s.position",
  { ...pick(orderStops, "distanceMeters price"), cargoSize: orders.cargoSize },
  { cargoSize: sql`coalesce(s.cargo_size, o.cargo_size)` },
);

const POSITION = { orderId: int8, endedAt: timestamptz };

const LINE = {
  ...POSITION,
  ...pick(statementLines, "orderCode externalOrderId isCorrection corrects status tariffId returnMeters"),
  ...pick(statementLines, "price cancellation waiting return adjustment total buyout"),
  legs: LEGS.column,
};

export const LINE_COLUMNS = sql`order_id, order_code, external_order_id, is_correction, corrects, status, ended_at, price,
      cancellation, waiting, return, adjustment, total, buyout, tariff_id, return_meters, legs`;

/** Lines in the order of their positions. `last` is the position to read on from; null at the end. */
export interface LinePage {
  readonly lines: readonly StatementLine[];
  readonly last: LinePosition | null;
}

const IS_ENDED = sql`h.status IN ('delivered', 'cancelled')`;

/**
 * Ended orders `h`. Each one's mode is looked up by itself, so that no plan reads the account's other orders. It is a
 * condition, not a comparison, which the planner would expect to exclude nearly all of them.
 */
export function endedOrders({ accountId, mode }: AccountScope): Sql {
  return sql`order_status_changes h WHERE h.account_id = ${accountId}::uuid AND ${IS_ENDED}
        AND (SELECT o.mode = ${mode}::mode FROM orders o WHERE o.id = h.order_id)`;
}

/** Orders that may have a correction line in the oldest open month; some have a line of it already while it closes. */
function correctedOrders({ accountId }: AccountScope, { month, startsAt }: OpenPeriod, page: Sql): Sql {
  return sql`
      (SELECT ended_at, order_id FROM statement_corrections
       WHERE account_id = ${accountId}::uuid AND ended_at < ${startsAt}::timestamptz ${page})
      UNION
      (SELECT ended_at, order_id FROM statement_lines
       WHERE account_id = ${accountId}::uuid AND month = ${month} AND ended_at < ${startsAt}::timestamptz ${page})`;
}

const hasCorrections = ({ isOldest, since }: OpenPeriod) => isOldest && since !== null;

/** The positions of the orders of an open month. Of these a corrected one need not have a line. */
function orderPositions(
  scope: AccountScope,
  period: OpenPeriod,
  after: LinePosition | null,
  limit: number,
): Sql {
  const afterEnd = sql`coalesce(${after?.endedAt ?? null}::timestamptz, '-infinity')`;
  const afterOrder = sql`${after?.orderId ?? 0n}::bigint`;
  const page = sql`AND (ended_at, order_id) > (${afterEnd}, ${afterOrder})
       ORDER BY ended_at, order_id LIMIT ${inlineInteger(limit)}`;
  const corrected = hasCorrections(period)
    ? sql`${correctedOrders(scope, period, page)} UNION ALL`
    : EMPTY_SQL;
  return sql`
    SELECT ended_at, order_id FROM (${corrected}
      (SELECT h.changed_at AS ended_at, h.order_id FROM ${endedOrders(scope)}
         AND h.changed_at >= greatest(coalesce(${period.since}::timestamptz, '-infinity'), ${afterEnd})
         AND h.changed_at < ${period.endsAt}::timestamptz
         AND (h.changed_at, h.order_id) > (${afterEnd}, ${afterOrder})
       ORDER BY h.changed_at, h.order_id LIMIT ${inlineInteger(limit)})) AS ended
    ORDER BY ended_at, order_id LIMIT ${inlineInteger(limit)}`;
}

/**
 * The lines of orders by their positions: an order's amounts minus those of its lines in closed months, so that all its
 * lines add up to its total. Without `is_owed`, there is nothing to correct. Each order is looked up by itself.
 */
export function openLines({ month, startsAt }: Pick<OpenPeriod, "month" | "startsAt">, positions: Sql): Sql {
  return sql`
    SELECT o.id AS order_id, o.order_code, o.external_order_id,
           (b.order_id IS NOT NULL OR k.ended_at < ${startsAt}::timestamptz) AS is_correction, b.corrects,
           o.status, k.ended_at,
           CASE WHEN o.status = 'cancelled' THEN 0 ELSE coalesce(o.price, 0) END - coalesce(b.price, 0) AS price,
           c.cancellation - coalesce(b.cancellation, 0) AS cancellation,
           c.waiting - coalesce(b.waiting, 0) AS waiting, c.return - coalesce(b.return, 0) AS return,
           c.adjustment - coalesce(b.adjustment, 0) AS adjustment,
           coalesce(${TOTAL}, 0) - coalesce(b.total, 0) AS total, p.buyout - coalesce(b.buyout, 0) AS buyout,
           o.tariff_id, CASE WHEN c.return <> 0 THEN o.return_distance_meters END AS return_meters,
           CASE WHEN b.order_id IS NULL THEN l.legs ELSE '[]' END AS legs,
           (b.order_id IS NULL OR b.total <> coalesce(${TOTAL}, 0)) AS is_owed
    FROM (${positions}) AS k
    CROSS JOIN LATERAL (SELECT * FROM orders WHERE id = k.order_id LIMIT 1) AS o
    LEFT JOIN LATERAL (
      SELECT order_id, min(month) AS corrects, sum(price) AS price, sum(cancellation) AS cancellation,
             sum(waiting) AS waiting, sum(return) AS return, sum(adjustment) AS adjustment, sum(total) AS total,
             sum(buyout) AS buyout
      FROM statement_lines WHERE order_id = o.id AND month < ${month} GROUP BY order_id) AS b ON true
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(amount) FILTER (WHERE type = 'cancellation'), 0) AS cancellation,
             coalesce(sum(amount) FILTER (WHERE type = 'waiting'), 0) AS waiting,
             coalesce(sum(amount) FILTER (WHERE type = 'return'), 0) AS return,
             coalesce(sum(amount) FILTER (WHERE type = 'adjustment'), 0) AS adjustment
      FROM order_charges WHERE order_id = o.id) AS c
    CROSS JOIN LATERAL (
      SELECT coalesce(-sum(amount), 0) AS buyout FROM courier_cash WHERE order_id = o.id AND kind = 'paid') AS p
    CROSS JOIN LATERAL (
      SELECT ${LEGS.gathered} AS legs FROM order_stops s WHERE s.order_id = o.id AND s.position > 0) AS l`;
}

/** At most `limit` lines of an open month; fewer do not mean its end. */
export async function selectOpenLines(
  db: Queryable,
  scope: AccountScope,
  period: OpenPeriod,
  after: LinePosition | null,
  limit: number,
): Promise<LinePage> {
  const rows = await query(db, { ...LINE, isOwed: bool })`
    SELECT ${LINE_COLUMNS}, is_owed
    FROM (${openLines(period, orderPositions(scope, period, after, limit))}) AS line ORDER BY ended_at, order_id`;
  const lines = rows.filter(({ isOwed }) => isOwed).map(({ isOwed: _, ...row }) => toLine(row));
  return { lines, last: toLast(rows, limit) };
}

/** The positions of the next orders of a month that is closing. */
export function selectOrderPositions(
  db: Queryable,
  scope: AccountScope,
  period: OpenPeriod,
  after: LinePosition | null,
  limit: number,
): Promise<LinePosition[]> {
  return query(db, POSITION)`
    SELECT order_id, ended_at FROM (${orderPositions(scope, period, after, limit)}) AS ended
    ORDER BY ended_at, order_id`;
}

/** All correction lines of the oldest open month by what they add; few, as they are what closed months lack. */
export function correctionTotals(scope: AccountScope, period: OpenPeriod): Sql {
  const positions = hasCorrections(period)
    ? correctedOrders(scope, period, EMPTY_SQL)
    : sql`SELECT NULL::timestamptz AS ended_at, NULL::bigint AS order_id WHERE false`;
  return sql`SELECT total FROM (${openLines(period, positions)}) AS line WHERE is_owed`;
}

export async function selectClosedLines(
  db: Queryable,
  { accountId }: AccountScope,
  month: string,
  after: LinePosition | null,
  limit: number,
): Promise<LinePage> {
  const rows = await query(db, LINE)`
    SELECT ${LINE_COLUMNS} FROM statement_lines
    WHERE account_id = ${accountId}::uuid AND month = ${month}
      AND (ended_at, order_id) > (coalesce(${after?.endedAt ?? null}::timestamptz, '-infinity'), ${after?.orderId ?? 0n}::bigint)
    ORDER BY ended_at, order_id LIMIT ${inlineInteger(limit)}`;
  return { lines: rows.map(toLine), last: toLast(rows, limit) };
}

/** The position of the line number `count` of a closed month, read from the index alone; null if it has fewer. */
export async function findClosedPosition(
  db: Queryable,
  { accountId }: AccountScope,
  month: string,
  count: number,
): Promise<LinePosition | null> {
  const [row] = await query(db, POSITION)`
    SELECT ended_at, order_id FROM statement_lines WHERE account_id = ${accountId}::uuid AND month = ${month}
    ORDER BY ended_at, order_id LIMIT 1 OFFSET ${BigInt(count) - 1n}::bigint`;
  return row ?? null;
}

/** The latest statement of each account with live orders that have ended, and when the first of them did. */
export function selectBilledAccounts(db: Queryable, accountId: string | null) {
  return query(db, {
    id: uuid,
    timeZone: text,
    firstEndedAt: timestamptz.orNull,
    month: statements.month.orNull,
    endsAt: timestamptz.orNull,
  })`
    SELECT a.id, a.time_zone, first.ended_at AS first_ended_at, last.month, last.ends_at
    FROM accounts a
    LEFT JOIN LATERAL (SELECT month, ends_at FROM statements WHERE account_id = a.id
                       ORDER BY month DESC LIMIT 1) AS last ON true
    LEFT JOIN LATERAL (SELECT h.changed_at AS ended_at FROM order_status_changes h
                       JOIN orders o ON o.id = h.order_id AND o.mode = 'live'
                       WHERE last.month IS NULL AND h.account_id = a.id AND ${IS_ENDED}
                         AND h.changed_at >= (SELECT min(s.hour) FROM ended_order_sums s
                                              WHERE s.account_id = a.id AND s.mode = 'live')
                       ORDER BY h.changed_at LIMIT 1) AS first ON true
    WHERE (last.month IS NOT NULL OR first.ended_at IS NOT NULL)
      AND (${accountId}::uuid IS NULL OR a.id = ${accountId}::uuid)`;
}

function toLast(rows: readonly LinePosition[], limit: number): LinePosition | null {
  const last = rows.length < limit ? undefined : rows.at(-1);
  return last === undefined ? null : { endedAt: last.endedAt, orderId: last.orderId };
}

const AMOUNTS = ["price", "cancellation", "waiting", "return", "adjustment", "total", "buyout"] as const;
type Amount = (typeof AMOUNTS)[number];

function toLine({ legs, orderId: _, ...row }: RowOf<typeof LINE>): StatementLine {
  const amounts = Object.fromEntries(AMOUNTS.map((name) => [name, fromRubles(row[name])])) as Record<
    Amount,
    Kopecks
  >;
  return {
    ...row,
    ...amounts,
    legs: legs.map(({ distanceMeters, cargoSize, price }) => ({
      distanceMeters: distanceMeters ?? 0,
      cargoSize,
      price: fromRubles(price ?? "0"),
    })),
  };
}

import type { AccountScope } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { orderStops, orders, statementLines, statements } from "@/lib/db/generated/columns";
import { jsonRows } from "@/lib/db/json-rows";
import { int4, numeric, pick, text, timestamptz, uuid } from "@/lib/db/row";
import { EMPTY_SQL, query, type Sql, sql } from "@/lib/db/sql";
import { inScope, TOTAL } from "@/lib/orders/load-order";
import { fromRubles, type Kopecks } from "@/lib/pricing/money";
import type { Statement, StatementIssuer, StatementLine, StatementPeriod } from "@/lib/statements/statement";

const LEGS = jsonRows(
  "s",
  "s.position",
  { ...pick(orderStops, "distanceMeters price"), cargoSize: orders.cargoSize },
  { cargoSize: sql`coalesce(s.cargo_size, o.cargo_size)` },
);

const LINE = {
  ...pick(
    statementLines,
    "orderCode externalOrderId isCorrection corrects status endedAt tariffId returnMeters",
  ),
  ...pick(statementLines, "price cancellation waiting return adjustment total buyout"),
  legs: LEGS.column,
};

const LINE_COLUMNS = sql`order_code, external_order_id, is_correction, corrects, status, ended_at, price, cancellation,
      waiting, return, adjustment, total, buyout, tariff_id, return_meters, legs`;

export interface LineRange {
  readonly limit: number;
  readonly offset: number;
}

/**
 * The lines of an open month: orders that ended in it and, for the oldest open one, whatever closed statements lack.
 * Every line is the order's amounts minus those of its closed lines, so that all its lines add up to its total.
 */
function openLines(scope: AccountScope, { startsAt, endsAt }: StatementPeriod, isOldest: boolean): Sql {
  const since = isOldest ? EMPTY_SQL : sql`AND h.changed_at >= ${startsAt}::timestamptz`;
  return sql`
    WITH billed AS MATERIALIZED (
      SELECT order_id, min(month) AS corrects, sum(price) AS price, sum(cancellation) AS cancellation,
             sum(waiting) AS waiting, sum(return) AS return, sum(adjustment) AS adjustment, sum(total) AS total,
             sum(buyout) AS buyout
      FROM statement_lines
      WHERE account_id = ${scope.accountId}::uuid AND ${scope.mode}::mode = 'live' GROUP BY order_id)
    SELECT o.id AS order_id, o.order_code, o.external_order_id,
           (b.order_id IS NOT NULL OR h.changed_at < ${startsAt}::timestamptz) AS is_correction, b.corrects,
           o.status, h.changed_at AS ended_at,
           CASE WHEN o.status = 'cancelled' THEN 0 ELSE coalesce(o.price, 0) END - coalesce(b.price, 0) AS price,
           c.cancellation - coalesce(b.cancellation, 0) AS cancellation,
           c.waiting - coalesce(b.waiting, 0) AS waiting, c.return - coalesce(b.return, 0) AS return,
           c.adjustment - coalesce(b.adjustment, 0) AS adjustment,
           coalesce(${TOTAL}, 0) - coalesce(b.total, 0) AS total, k.buyout - coalesce(b.buyout, 0) AS buyout,
           o.tariff_id, CASE WHEN c.return <> 0 THEN o.return_distance_meters END AS return_meters,
           CASE WHEN b.order_id IS NULL THEN l.legs ELSE '[]' END AS legs
    FROM order_status_changes h
    JOIN orders o ON o.id = h.order_id AND ${inScope(scope)}
    LEFT JOIN billed b ON b.order_id = o.id
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(amount) FILTER (WHERE type = 'cancellation'), 0) AS cancellation,
             coalesce(sum(amount) FILTER (WHERE type = 'waiting'), 0) AS waiting,
             coalesce(sum(amount) FILTER (WHERE type = 'return'), 0) AS return,
             coalesce(sum(amount) FILTER (WHERE type = 'adjustment'), 0) AS adjustment
      FROM order_charges WHERE order_id = o.id) AS c
    CROSS JOIN LATERAL (
      SELECT coalesce(-sum(amount), 0) AS buyout FROM courier_cash WHERE order_id = o.id AND kind = 'paid') AS k
    CROSS JOIN LATERAL (
      SELECT ${LEGS.gathered} AS legs FROM order_stops s WHERE s.order_id = o.id AND s.position > 0) AS l
    WHERE h.account_id = ${scope.accountId}::uuid AND h.status IN ('delivered', 'cancelled')
      AND h.changed_at < ${endsAt}::timestamptz ${since}
      AND (b.order_id IS NULL OR b.total <> coalesce(${TOTAL}, 0))`;
}

export async function selectOpenLines(
  db: Queryable,
  scope: AccountScope,
  period: StatementPeriod & { readonly isOldest: boolean },
  { limit, offset }: LineRange,
): Promise<StatementLine[]> {
  const rows = await query(db, LINE)`
    SELECT ${LINE_COLUMNS} FROM (${openLines(scope, period, period.isOldest)}) AS line
    ORDER BY ended_at, order_id LIMIT ${limit} OFFSET ${offset}::bigint`;
  return rows.map(toLine);
}

export async function selectClosedLines(
  db: Queryable,
  { accountId }: AccountScope,
  month: string,
  { limit, offset }: LineRange,
): Promise<StatementLine[]> {
  const rows = await query(db, LINE)`
    SELECT ${LINE_COLUMNS} FROM statement_lines WHERE account_id = ${accountId}::uuid AND month = ${month}
    ORDER BY ended_at, order_id LIMIT ${limit} OFFSET ${offset}::bigint`;
  return rows.map(toLine);
}

/** The number and the sum of an open month's lines. */
export async function sumOpenLines(
  db: Queryable,
  scope: AccountScope,
  period: StatementPeriod & { readonly isOldest: boolean },
): Promise<Pick<Statement, "lineCount" | "total">> {
  const [row] = await query(db, { lineCount: int4, total: numeric })`
    SELECT count(*)::int AS line_count, coalesce(sum(total), 0)::numeric(14, 2) AS total
    FROM (${openLines(scope, period, period.isOldest)}) AS line`;
  return { lineCount: row?.lineCount ?? 0, total: fromRubles(row?.total ?? "0") };
}

/** Inserts a statement with all its lines in one statement; nothing if the month is closed. @returns whether it did */
export async function insertStatement(
  db: Queryable,
  scope: AccountScope,
  period: StatementPeriod,
  { vatPercent, legalName, legalDetails }: StatementIssuer,
  now: Date,
): Promise<boolean> {
  const { month, timeZone, startsAt, endsAt } = period;
  const [row] = await query(db, { closed: int4 })`
    WITH line AS MATERIALIZED (${openLines(scope, period, true)}), closed AS (
      INSERT INTO statements (account_id, month, time_zone, starts_at, ends_at, closed_at, vat_percent, legal_name,
                              legal_details, line_count, total)
      SELECT ${scope.accountId}::uuid, ${month}, ${timeZone}, ${startsAt}::timestamptz, ${endsAt}::timestamptz,
             ${now}::timestamptz, ${vatPercent}::float8::numeric, ${legalName}::text, ${legalDetails}::text, count(*),
             coalesce(sum(line.total), 0)
      FROM line ON CONFLICT DO NOTHING RETURNING account_id, month
    ), put AS (
      INSERT INTO statement_lines (account_id, month, order_id, ${LINE_COLUMNS})
      SELECT closed.account_id, closed.month, line.order_id, line.order_code, line.external_order_id,
             line.is_correction, line.corrects, line.status, line.ended_at, line.price, line.cancellation, line.waiting,
             line.return, line.adjustment, line.total, line.buyout, line.tariff_id, line.return_meters, line.legs
      FROM closed CROSS JOIN line)
    SELECT count(*)::int AS closed FROM closed`;
  return row?.closed === 1;
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
                       WHERE last.month IS NULL AND h.account_id = a.id AND h.status IN ('delivered', 'cancelled')
                       ORDER BY h.changed_at LIMIT 1) AS first ON true
    WHERE (last.month IS NOT NULL OR first.ended_at IS NOT NULL)
      AND (${accountId}::uuid IS NULL OR a.id = ${accountId}::uuid)`;
}

type LineRow = Omit<StatementLine, Amount | "legs"> &
  Readonly<Record<Amount, string>> & {
    readonly legs: readonly {
      distanceMeters: number | null;
      price: string | null;
      cargoSize: "S" | "M" | "L" | "XL";
    }[];
  };

const AMOUNTS = ["price", "cancellation", "waiting", "return", "adjustment", "total", "buyout"] as const;
type Amount = (typeof AMOUNTS)[number];

function toLine({ legs, ...row }: LineRow): StatementLine {
  const amounts = Object.fromEntries(AMOUNTS.map((name) => [name, fromRubles(row[name])])) as Record<
    Amount,
    Kopecks
  >;
  return {
    ...row,
    ...amounts,
    legs: legs.map(({ distanceMeters, price, cargoSize }) => ({
      distanceMeters: distanceMeters ?? 0,
      cargoSize,
      price: fromRubles(price ?? "0"),
    })),
  };
}

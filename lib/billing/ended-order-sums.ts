import type { AccountScope } from "@/lib/account-scope";
import type { LinePosition, OpenPeriod } from "@/lib/billing/statement";
import { correctionTotals, endedOrders } from "@/lib/billing/store";
import type { Queryable } from "@/lib/db/client";
import { int4, int8, numeric, timestamptz } from "@/lib/db/row";
import { query, type Sql, sql } from "@/lib/db/sql";
import { DONE, type JobHandler } from "@/lib/jobs/job";
import { fromRubles, type Kopecks, kopecks } from "@/lib/pricing/money";

export interface LineSum {
  readonly lineCount: number;
  readonly total: Kopecks;
}

const SUM = { lineCount: int4, total: numeric };

const nextHour = (at: Sql) => sql`date_trunc('hour', ${at} + interval '59 minutes 59.999 seconds', 'UTC')`;

/**
 * The number and the sum of the orders that ended in each period. Whole hours are read from the sums, and the rest of a
 * period whose zone is not on the hour from its orders.
 */
async function sumEndedOrders(
  db: Queryable,
  scope: AccountScope,
  periods: readonly OpenPeriod[],
): Promise<LineSum[]> {
  const since = periods.map((period) => period.since?.toISOString() ?? "-infinity");
  const until = periods.map(({ endsAt }) => endsAt);
  const orders = sql`
      SELECT 1 AS orders, (SELECT order_total(o.status, o.price, o.charges) FROM orders o WHERE o.id = h.order_id) AS total
      FROM ${endedOrders(scope)}`;
  const rows = await query(db, SUM)`
    SELECT coalesce(sum(part.orders), 0)::int AS line_count, coalesce(sum(part.total), 0)::numeric(14, 2) AS total
    FROM (SELECT number, since, until, ${nextHour(sql`since`)} AS first, date_trunc('hour', until, 'UTC') AS last
          FROM unnest(${since}::timestamptz[], ${until}::timestamptz[]) WITH ORDINALITY AS given(since, until, number)) AS p
    LEFT JOIN LATERAL (
      SELECT s.orders, s.total FROM ended_order_sums s
      WHERE s.account_id = ${scope.accountId}::uuid AND s.mode = ${scope.mode}::mode
        AND s.hour >= p.first AND s.hour < p.last
      UNION ALL
      (${orders} AND h.changed_at >= p.since AND h.changed_at < p.first)
      UNION ALL
      (${orders} AND h.changed_at >= p.last AND h.changed_at < p.until)) AS part ON true
    GROUP BY p.number ORDER BY p.number`;
  return rows.map(toSum);
}

async function sumCorrections(db: Queryable, scope: AccountScope, period: OpenPeriod): Promise<LineSum> {
  const [row] = await query(db, SUM)`
    SELECT count(*)::int AS line_count, coalesce(sum(total), 0)::numeric(14, 2) AS total
    FROM (${correctionTotals(scope, period)}) AS correction`;
  return toSum(row ?? { lineCount: 0, total: "0" });
}

/** The number and the sum of each open month's lines, in the order of the months given. */
export async function sumOpenLines(
  db: Queryable,
  scope: AccountScope,
  periods: readonly OpenPeriod[],
): Promise<LineSum[]> {
  const sums = await sumEndedOrders(db, scope, periods);
  const oldest = periods.findIndex(({ isOldest }) => isOldest);
  const [period, sum] = [periods[oldest], sums[oldest]];
  if (period === undefined || sum === undefined) return sums;
  const corrections = await sumCorrections(db, scope, period);
  return sums.with(oldest, {
    lineCount: sum.lineCount + corrections.lineCount,
    total: kopecks(sum.total + corrections.total),
  });
}

const toSum = ({ lineCount, total }: { lineCount: number; total: string }): LineSum => {
  return { lineCount, total: fromRubles(total) };
};

/**
 * The hour of an open month in which its line number `count` is, found by the hours' sums.
 * @returns the place before that hour, and how many lines come before it; null if it is before the first whole hour
 */
export async function findHour(
  db: Queryable,
  scope: AccountScope,
  period: OpenPeriod,
  count: number,
): Promise<{ after: LinePosition; before: number } | null> {
  const corrections = await sumCorrections(db, scope, period);
  const { accountId, mode } = scope;
  const since = period.since?.toISOString() ?? "-infinity";
  const [row] = await query(db, { hour: timestamptz, before: int8 })`
    WITH start AS (
      SELECT ${since}::timestamptz AS since, ${nextHour(sql`${since}::timestamptz`)} AS first
    ), early AS (
      SELECT count(*) AS orders FROM start, ${endedOrders(scope)} AND h.changed_at >= start.since
        AND h.changed_at < start.first
    )
    SELECT hour, before FROM (
      SELECT s.hour, (early.orders + sum(sum(s.orders)) OVER (ORDER BY s.hour) - sum(s.orders))::bigint AS before
      FROM start, early, ended_order_sums s
      WHERE s.account_id = ${accountId}::uuid AND s.mode = ${mode}::mode
        AND s.hour >= start.first AND s.hour < ${period.endsAt}::timestamptz
      GROUP BY s.hour, early.orders) AS counted
    WHERE before < ${count - corrections.lineCount} ORDER BY hour DESC LIMIT 1`;
  if (row === undefined) return null;
  const before = corrections.lineCount + Number(row.before);
  return { after: { endedAt: row.hour, orderId: 0n }, before };
}

const MERGED_AT_ONCE = 5_000;

/** Replaces the rows of each hour that has new ones by their sum. Readers add rows up, so they see no difference. */
export const mergeEndedOrderSums: JobHandler = async ({ db }) => {
  const [row] = await query(db, { merged: int4 })`
    WITH added AS (
      DELETE FROM ended_order_sums WHERE id IN (
        SELECT id FROM ended_order_sums WHERE NOT is_merged ORDER BY id LIMIT ${MERGED_AT_ONCE} FOR UPDATE SKIP LOCKED)
      RETURNING account_id, mode, hour, orders, total
    ), former AS (
      DELETE FROM ended_order_sums s
      USING (SELECT DISTINCT account_id, mode, hour FROM added) AS a
      WHERE s.account_id = a.account_id AND s.mode = a.mode AND s.hour = a.hour AND s.is_merged
      RETURNING s.account_id, s.mode, s.hour, s.orders, s.total
    ), put AS (
      INSERT INTO ended_order_sums (account_id, mode, hour, orders, total, is_merged)
      SELECT account_id, mode, hour, sum(orders), sum(total), true
      FROM (SELECT * FROM added UNION ALL SELECT * FROM former) AS every
      GROUP BY account_id, mode, hour HAVING sum(orders) <> 0 OR sum(total) <> 0)
    SELECT count(*)::int AS merged FROM added`;
  return row?.merged === MERGED_AT_ONCE ? { type: "again", afterMs: 0 } : DONE;
};

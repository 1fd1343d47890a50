import type { AccountScope } from "@/lib/account-scope";
import { type Sql, sql } from "@/lib/db/sql";
import { DAY_MS } from "@/lib/duration";
import { JUDGED_DUE_AT, JUDGED_JOIN } from "@/lib/orders/due-at-sql";
import { inScope, TOTAL } from "@/lib/orders/load-order";

export interface Instants {
  readonly from: Date;
  readonly until: Date;
}

/** The orders that ended between two expressions, by the index ended_orders. */
export function endedOrders(scope: AccountScope, from: Sql, until: Sql): Sql {
  // OFFSET 0 forces one index scan, and one lookup by id for each order.
  return sql`
    SELECT o.id, o.order_code, o.external_order_id, o.status, h.changed_at AS ended_at,
           ${JUDGED_DUE_AT} AS due_at, coalesce(judged.delivered_at, h.changed_at) AS judged_at, ${TOTAL} AS total,
           o.arrived_at
    FROM order_status_changes h
    CROSS JOIN LATERAL (SELECT * FROM orders o WHERE o.id = h.order_id AND ${inScope(scope)} OFFSET 0) AS o
    ${JUDGED_JOIN}
    WHERE h.account_id = ${scope.accountId}::uuid AND h.status IN ('delivered', 'cancelled')
      AND h.changed_at >= ${from} AND h.changed_at < ${until} OFFSET 0`;
}

/** Small enough for displayed minutes, and few values however many orders there are. */
const ROUNDED_SECONDS = sql`(CASE WHEN abs(t.seconds) < 3600 THEN round(t.seconds / 6) * 6
                                  WHEN abs(t.seconds) < 86400 THEN round(t.seconds / 60) * 60
                                  ELSE round(t.seconds / 3600) * 3600 END)::bigint::text`;

/**
 * The counts of the relation `ended`: UTC day, kind, key and count. Deliveries are counted by the quarter of an hour of
 * the UTC day (0 to 95), since the offset of every time zone is a multiple of it.
 */
export const ENDED_COUNTS = sql`
    SELECT (e.ended_at AT TIME ZONE 'UTC')::date AS day, f.kind, f.key, sum(f.count)::bigint AS count
    FROM (SELECT *, floor(extract(epoch FROM ended_at AT TIME ZONE 'UTC') % 86400 / 900)::int::text AS quarter
          FROM ended) AS e
    CROSS JOIN LATERAL (
      SELECT 'total', '', (e.total * 100)::bigint
      UNION ALL
      SELECT e.status::text, CASE WHEN e.status = 'delivered' THEN e.quarter ELSE '' END, 1
      UNION ALL
      SELECT 'late', e.quarter, 1 WHERE e.status = 'delivered' AND e.judged_at > e.due_at
      UNION ALL
      SELECT t.kind, ${ROUNDED_SECONDS}, 1 FROM (
        SELECT 'lateness' AS kind, greatest(0, extract(epoch FROM e.judged_at - e.due_at))::float8 AS seconds
        WHERE e.status = 'delivered'
        UNION ALL
        SELECT 'pickup_wait', extract(epoch FROM p.changed_at - e.arrived_at)::float8
        FROM order_status_changes p
        WHERE p.order_id = e.id AND p.status = 'in_progress' AND e.arrived_at IS NOT NULL
        UNION ALL
        SELECT 'door_wait', extract(epoch FROM coalesce(s.delivered_at, s.failed_at) - s.arrived_at)::float8
        FROM order_stops s
        WHERE s.order_id = e.id AND s.position > 0 AND coalesce(s.delivered_at, s.failed_at) >= s.arrived_at) AS t
      UNION ALL
      SELECT 'failed', s.failure_code::text, 1 FROM order_stops s
      WHERE s.order_id = e.id AND s.failure_code IS NOT NULL) AS f (kind, key, count)
    GROUP BY 1, 2, 3`;

const toDay = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

/**
 * Begins a statement: `summed` has the sums of the whole UTC days between the instants, `ended` the orders of all other
 * time in it, which are the two ends, today, and days that have changed since they were summed.
 */
export function withEndedOrders(scope: AccountScope, { from, until }: Instants): Sql {
  const [firstWhole, endOfWhole] = [
    Math.ceil(from.getTime() / DAY_MS) * DAY_MS,
    Math.floor(until.getTime() / DAY_MS) * DAY_MS,
  ];
  const [first, last] = [
    Math.floor(from.getTime() / DAY_MS) * DAY_MS,
    Math.ceil(until.getTime() / DAY_MS) * DAY_MS - DAY_MS,
  ];
  const utc = (day: Sql) => sql`(${day})::timestamp AT TIME ZONE 'UTC'`;
  return sql`
    WITH summed AS MATERIALIZED (
      SELECT s.day, s.counts, s.late_order_ids, s.late_ms FROM order_day_sums s
      WHERE s.account_id = ${scope.accountId}::uuid AND s.mode = ${scope.mode}::mode
        AND s.day >= ${toDay(firstWhole)}::date AND s.day < ${toDay(endOfWhole)}::date
        -- A scalar subquery forces one index lookup for each day.
        AND (SELECT true FROM order_day_changes c
             WHERE c.day = s.day AND c.account_id = s.account_id AND c.mode = s.mode LIMIT 1) IS NULL
    ), ended AS MATERIALIZED (
      SELECT e.*
      FROM generate_series(${toDay(first)}::date::timestamp, ${toDay(last)}::date::timestamp, interval '1 day') AS d (day)
      CROSS JOIN LATERAL (${endedOrders(
        scope,
        sql`greatest(${from}::timestamptz, ${utc(sql`d.day`)})`,
        sql`least(${until}::timestamptz, ${utc(sql`d.day + interval '1 day'`)})`,
      )}) AS e
      WHERE d.day::date NOT IN (SELECT summed.day FROM summed))`;
}

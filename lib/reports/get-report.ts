import type { AccountScope } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { orders } from "@/lib/db/generated/columns";
import { FailureCode } from "@/lib/db/generated/enums";
import { enumColumn, float8, int4, numeric, pick, timestamptz } from "@/lib/db/row";
import { query, type Sql, sql } from "@/lib/db/sql";
import { DUE_AT, inScope, TOTAL } from "@/lib/orders/load-order";
import { fromRubles } from "@/lib/pricing/money";
import { type ReportDays, toInstants } from "@/lib/reports/report";

const HOURS = 24;

interface Range {
  readonly days: ReportDays;
  readonly timeZone: string;
}

const SUMS = {
  ...{ delivered: int4, cancelled: int4, onTime: int4, total: numeric },
  ...{ latenessP50: float8.orNull, latenessP95: float8.orNull },
  ...{ pickupWaitP50: float8.orNull, pickupWaitP95: float8.orNull },
  ...{ doorWaitP50: float8.orNull, doorWaitP95: float8.orNull },
};

/** The orders that ended in the days, by the index ended_orders. */
function endedOrders(scope: AccountScope, { days, timeZone }: Range): Sql {
  const { from, until } = toInstants(days, timeZone);
  return sql`
    SELECT o.id, o.order_code, o.external_order_id, o.status, h.changed_at AS ended_at, ${DUE_AT} AS due_at,
           ${TOTAL} AS total, o.arrived_at
    FROM order_status_changes h JOIN orders o ON o.id = h.order_id AND ${inScope(scope)}
    WHERE h.account_id = ${scope.accountId}::uuid AND h.status IN ('delivered', 'cancelled')
      AND h.changed_at >= ${from}::timestamptz AND h.changed_at < ${until}::timestamptz`;
}

export type Report = Awaited<ReturnType<typeof getReport>>;

/** Orders that ended in the days. Times are in seconds, null without any. */
export async function getReport(db: Queryable, scope: AccountScope, range: Range) {
  const ended = endedOrders(scope, range);
  const [[sums], failures, hours] = await Promise.all([
    query(db, SUMS)`
      WITH ended AS MATERIALIZED (${ended}), pickups AS (
        SELECT extract(epoch FROM p.changed_at - ended.arrived_at)::float8 AS seconds
        FROM ended JOIN order_status_changes p ON p.order_id = ended.id AND p.status = 'in_progress'
        WHERE ended.arrived_at IS NOT NULL
      ), doors AS (
        SELECT extract(epoch FROM coalesce(s.delivered_at, s.failed_at) - s.arrived_at)::float8 AS seconds
        FROM ended JOIN order_stops s ON s.order_id = ended.id AND s.position > 0
        WHERE coalesce(s.delivered_at, s.failed_at) >= s.arrived_at
      ), late AS (
        SELECT greatest(0, extract(epoch FROM ended_at - due_at))::float8 AS seconds
        FROM ended WHERE status = 'delivered')
      SELECT count(*) FILTER (WHERE status = 'delivered')::int AS delivered,
             count(*) FILTER (WHERE status = 'cancelled')::int AS cancelled,
             count(*) FILTER (WHERE status = 'delivered' AND ended_at <= due_at)::int AS on_time,
             coalesce(sum(total), 0)::numeric(20, 2) AS total,
             (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) FROM late) AS lateness_p50,
             (SELECT percentile_cont(0.95) WITHIN GROUP (ORDER BY seconds) FROM late) AS lateness_p95,
             (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) FROM pickups) AS pickup_wait_p50,
             (SELECT percentile_cont(0.95) WITHIN GROUP (ORDER BY seconds) FROM pickups) AS pickup_wait_p95,
             (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) FROM doors) AS door_wait_p50,
             (SELECT percentile_cont(0.95) WITHIN GROUP (ORDER BY seconds) FROM doors) AS door_wait_p95
      FROM ended`,
    query(db, { reason: enumColumn(Object.values(FailureCode)), count: int4 })`
      SELECT coalesce(s.failure_code, 'other') AS reason, count(*)::int AS count
      FROM (${ended}) AS ended JOIN order_stops s ON s.order_id = ended.id AND s.failure_code IS NOT NULL
      GROUP BY 1 ORDER BY 2 DESC, 1`,
    query(db, { hour: int4, delivered: int4, late: int4 })`
      SELECT extract(hour FROM ended_at AT TIME ZONE ${range.timeZone})::int AS hour, count(*)::int AS delivered,
             count(*) FILTER (WHERE ended_at > due_at)::int AS late
      FROM (${ended}) AS ended WHERE status = 'delivered' GROUP BY 1`,
  ]);
  if (sums === undefined) throw new Error("SELECT count(*) returned no row");
  const byHour = new Map(hours.map((one) => [one.hour, one]));
  return {
    ...sums,
    total: fromRubles(sums.total),
    failures,
    hours: Array.from({ length: HOURS }, (_, hour) => byHour.get(hour) ?? { hour, delivered: 0, late: 0 }),
  };
}

export type LateDelivery = Awaited<ReturnType<typeof listLateDeliveries>>[number];

export function listLateDeliveries(db: Queryable, scope: AccountScope, range: Range, limit: number) {
  return query(db, {
    ...pick(orders, "orderCode externalOrderId"),
    dueAt: timestamptz,
    deliveredAt: timestamptz,
  })`
    SELECT order_code, external_order_id, due_at, ended_at AS delivered_at
    FROM (${endedOrders(scope, range)}) AS ended WHERE status = 'delivered' AND ended_at > due_at
    ORDER BY ended_at - due_at DESC, id LIMIT ${limit}`;
}

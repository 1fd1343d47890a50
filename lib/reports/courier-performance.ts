import type { Mode } from "@/lib/accounts/scope";
import { startOfDate } from "@/lib/calendar/day";
import type { Queryable } from "@/lib/db/client";
import { couriers } from "@/lib/db/generated/columns";
import { float8, int4, uuid } from "@/lib/db/row";
import { EMPTY_SQL, query, type Sql, sql } from "@/lib/db/sql";
import { DUE_AT } from "@/lib/orders/load-order";
import { type CourierPeriod, listPeriodStarts, type PeriodUnit } from "@/lib/reports/performance";
import { type ReportDays, toInstants } from "@/lib/reports/report";

const ROW = {
  ...{ courierId: uuid, name: couriers.name, period: int4, shiftSeconds: float8 },
  ...{ delivered: int4, onTime: int4, accepted: int4, refused: int4, meters: float8 },
};

interface Input {
  readonly mode: Mode;
  /** All couriers if undefined. */
  readonly courierId?: string | undefined;
  readonly days: ReportDays;
  readonly unit: PeriodUnit;
  readonly timeZone: string;
  readonly now: Date;
}

/** Sums of each courier's work per period, read by the indexes of a courier's orders, refusals and shifts. */
export async function listCourierPeriods(
  db: Queryable,
  { mode, courierId, days, unit, timeZone, now }: Input,
): Promise<CourierPeriod[]> {
  const { from, until } = toInstants(days, timeZone);
  const dates = listPeriodStarts(days, unit);
  const instants = [...dates.map((date) => startOfDate(date, timeZone)), until];
  const bounds = sql`${instants.map((at) => at.toISOString())}::timestamptz[]`;
  const one = courierId === undefined ? EMPTY_SQL : sql`AND id = ${courierId}::uuid`;
  const inRange = (column: Sql) =>
    sql`(${column} >= ${from}::timestamptz AND ${column} < ${until}::timestamptz)`;
  const rows = await query(db, ROW)`
    WITH chosen AS MATERIALIZED (
      SELECT id, name FROM couriers WHERE mode = ${mode}::mode ${one}
    ), work AS MATERIALIZED (
      SELECT o.courier_id, width_bucket(o.accepted_at, ${bounds}) AS accepted_in, o.distance_meters,
             CASE WHEN o.status = 'delivered' THEN width_bucket(o.delivered_at, ${bounds}) END AS delivered_in,
             (o.delivered_at <= ${DUE_AT})::int AS on_time
      FROM chosen c JOIN orders o ON o.courier_id = c.id
        AND ((o.status IN ('delivered', 'cancelled') AND o.updated_at >= ${from}::timestamptz)
             OR o.status IN ('assigned', 'in_progress'))
      WHERE ${inRange(sql`o.delivered_at`)} OR ${inRange(sql`o.accepted_at`)}
    ), facts (courier_id, period, seconds, delivered, on_time, accepted, refused, meters) AS (
      SELECT courier_id, delivered_in, 0, 1, on_time, 0, 0, distance_meters FROM work
      UNION ALL
      SELECT courier_id, accepted_in, 0, 0, 0, 1, 0, 0 FROM work
      UNION ALL
      SELECT r.courier_id, width_bucket(r.refused_at, ${bounds}), 0, 0, 0, 0, 1, 0
      FROM chosen c JOIN dispatch_refusals r ON r.courier_id = c.id AND r.refused_at >= ${from}::timestamptz
      UNION ALL
      SELECT s.courier_id, period, extract(epoch FROM least(s.ended_at, (${bounds})[period + 1])
                                                    - greatest(s.started_at, (${bounds})[period])), 0, 0, 0, 0, 0
      FROM chosen c
      CROSS JOIN LATERAL (
        SELECT courier_id, started_at, coalesce(ended_at, ${now}::timestamptz) AS ended_at FROM courier_shifts
        WHERE courier_id = c.id AND started_at < least(${until}::timestamptz, ${now}::timestamptz)
      ) s
      CROSS JOIN generate_series(greatest(1, width_bucket(s.started_at, ${bounds})),
                                 least(${dates.length}::int, width_bucket(s.ended_at, ${bounds}))) AS period
    )
    SELECT f.courier_id, c.name, f.period, sum(f.seconds)::float8 AS shift_seconds, sum(f.delivered)::int AS delivered,
           sum(f.on_time)::int AS on_time, sum(f.accepted)::int AS accepted, sum(f.refused)::int AS refused,
           sum(f.meters)::float8 AS meters
    FROM facts f JOIN chosen c ON c.id = f.courier_id
    WHERE f.period BETWEEN 1 AND ${dates.length}
    GROUP BY f.courier_id, c.name, f.period ORDER BY f.period DESC, c.name, f.courier_id`;
  return rows.map(({ period, ...row }) => ({ ...row, from: dates[period - 1] ?? days.from }));
}

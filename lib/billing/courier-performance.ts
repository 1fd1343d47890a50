import type { Mode } from "@/lib/account-scope";
import { type CourierPeriod, listPeriodStarts, type PeriodUnit } from "@/lib/billing/performance";
import { type ReportDays, toInstants } from "@/lib/billing/report";
import type { Queryable } from "@/lib/db/client";
import { couriers } from "@/lib/db/generated/columns";
import { float8, int4, uuid } from "@/lib/db/row";
import { query, type Sql, sql } from "@/lib/db/sql";
import { startOfDate } from "@/lib/locale/day";
import { JUDGED_DUE_AT, JUDGED_JOIN } from "@/lib/orders/due-at-sql";
import { ENDED_ORDERS_SQL } from "@/lib/orders/ended-orders-sql";

const SUMS = {
  ...{ shiftSeconds: float8, delivered: int4, onTime: int4, accepted: int4, refused: int4, meters: float8 },
};

const ROW = { courierId: uuid, name: couriers.name, period: int4, ...SUMS };

interface Work {
  readonly mode: Mode;
  readonly days: ReportDays;
  readonly unit: PeriodUnit;
  readonly timeZone: string;
  readonly now: Date;
}

/** Begins a statement with the relation `facts` about the couriers that `chosen` selects (id, name). */
function collectWork({ days, unit, timeZone, now }: Work, chosen: Sql): { dates: string[]; facts: Sql } {
  const { from, until } = toInstants(days, timeZone);
  const dates = listPeriodStarts(days, unit);
  const instants = [...dates.map((date) => startOfDate(date, timeZone)), until];
  const bounds = sql`${instants.map((at) => at.toISOString())}::timestamptz[]`;
  const inRange = (column: Sql) =>
    sql`(${column} >= ${from}::timestamptz AND ${column} < ${until}::timestamptz)`;
  const facts = sql`
    WITH chosen AS MATERIALIZED (${chosen}), work AS MATERIALIZED (
      SELECT o.courier_id, width_bucket(o.accepted_at, ${bounds}) AS accepted_in, o.distance_meters,
             CASE WHEN o.status = 'delivered' THEN width_bucket(o.delivered_at, ${bounds}) END AS delivered_in,
             (coalesce(judged.delivered_at, o.delivered_at) <= ${JUDGED_DUE_AT})::int AS on_time
      FROM chosen c CROSS JOIN LATERAL (
        SELECT o.* FROM ${ENDED_ORDERS_SQL} WHERE l.courier_id = c.id AND l.changed_at >= ${from}::timestamptz
        UNION ALL
        SELECT o.* FROM orders o WHERE o.courier_id = c.id AND o.status IN ('assigned', 'in_progress')) AS o
      ${JUDGED_JOIN}
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
    )`;
  return { dates, facts };
}

const SUM_COLUMNS = sql`
    sum(f.seconds)::float8 AS shift_seconds, sum(f.delivered)::int AS delivered, sum(f.on_time)::int AS on_time,
    sum(f.accepted)::int AS accepted, sum(f.refused)::int AS refused, sum(f.meters)::float8 AS meters`;

function sumPeriods(db: Queryable, work: Work, chosen: Sql): Promise<CourierPeriod[]> {
  const { dates, facts } = collectWork(work, chosen);
  const rows = query(db, ROW)`
    ${facts}
    SELECT f.courier_id, c.name, f.period, ${SUM_COLUMNS}
    FROM facts f JOIN chosen c ON c.id = f.courier_id
    WHERE f.period BETWEEN 1 AND ${dates.length}
    GROUP BY f.courier_id, c.name, f.period ORDER BY c.name, f.courier_id, f.period DESC`;
  return rows.then((found) =>
    found.map(({ period, ...row }) => ({ ...row, from: dates[period - 1] ?? work.days.from })),
  );
}

/** Sums of a courier's work, latest period first, by the indexes of a courier's orders, refusals and shifts. */
export function listCourierPeriods(
  db: Queryable,
  { courierId, ...work }: Work & { readonly courierId: string },
): Promise<CourierPeriod[]> {
  const { mode } = work;
  return sumPeriods(
    db,
    work,
    sql`SELECT id, name FROM couriers WHERE id = ${courierId}::uuid AND mode = ${mode}::mode`,
  );
}

const COURIERS_PER_QUERY = 50;

/** The same of all couriers by their names, some at a time. */
export async function* readCourierPeriods(db: Queryable, work: Work): AsyncGenerator<CourierPeriod[]> {
  for (let after: { name: string; id: string } | null = { name: "", id: NO_ID }; after !== null; ) {
    const page: { name: string; id: string }[] = await db.models.courier.findMany({
      where: {
        mode: work.mode,
        OR: [{ name: { gt: after.name } }, { name: after.name, id: { gt: after.id } }],
      },
      orderBy: [{ name: "asc" }, { id: "asc" }],
      select: { name: true, id: true },
      take: COURIERS_PER_QUERY,
    });
    const ids = page.map(({ id }) => id);
    yield await sumPeriods(db, work, sql`SELECT id, name FROM couriers WHERE id = ANY (${ids}::uuid[])`);
    after = page.length < COURIERS_PER_QUERY ? null : (page.at(-1) ?? null);
  }
}

const NO_ID = "00000000-0000-0000-0000-000000000000";

const GROUPED = { courierId: uuid.orNull, name: couriers.name.orNull, period: int4.orNull, ...SUMS };

/** Sums of all couriers' work, by courier and by period, latest first. */
export async function sumPerformance(db: Queryable, work: Work) {
  const { mode } = work;
  const { dates, facts } = collectWork(work, sql`SELECT id, name FROM couriers WHERE mode = ${mode}::mode`);
  const rows = await query(db, GROUPED)`
    ${facts}
    SELECT f.courier_id, c.name, f.period, ${SUM_COLUMNS}
    FROM facts f JOIN chosen c ON c.id = f.courier_id
    WHERE f.period BETWEEN 1 AND ${dates.length}
    GROUP BY GROUPING SETS ((f.courier_id, c.name), (f.period)) ORDER BY f.period DESC, c.name, f.courier_id`;
  return {
    couriers: rows.flatMap(({ courierId, name, period: _, ...sums }) =>
      courierId === null || name === null ? [] : [{ id: courierId, name, ...sums }],
    ),
    periods: rows.flatMap(({ courierId: _, name: __, period, ...sums }) => {
      const from = period === null ? undefined : dates[period - 1];
      return from === undefined ? [] : [{ from, ...sums }];
    }),
  };
}

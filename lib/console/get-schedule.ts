import type { Mode } from "@/lib/account-scope";
import { sumPerformance } from "@/lib/billing/courier-performance";
import type { Context } from "@/lib/context";
import type { Queryable } from "@/lib/db/client";
import { orderStops } from "@/lib/db/generated/columns";
import { int4, pick } from "@/lib/db/row";
import { query, sql } from "@/lib/db/sql";
import { DAY_MS } from "@/lib/duration";
import { nextDate, startOfDate } from "@/lib/locale/day";
import { getServiceArea } from "@/lib/service-area/get-service-area";
import { findInnermostZone } from "@/lib/service-area/zone";

const HOURS = 24;
const MAX_SCHEDULED = 10_000;
/** Former days of the same weekday. */
const FORMER_WEEKS = 4;
const WEEK_DAYS = 7;

/** The orders that are scheduled for a day, and the couriers that they and the usual others need. */
export interface DaySchedule {
  /** Null for places in no zone. */
  readonly zones: readonly (string | null)[];
  readonly hours: readonly ScheduleHour[];
  /** Orders that a courier on shift delivered in an hour of the same weekdays before; null without any. */
  readonly perCourierHour: number | null;
}

export interface ScheduleHour {
  /** Of the local day, from 0. */
  readonly hour: number;
  /** By zone of the pickup. */
  readonly scheduled: readonly number[];
  /** The median of the orders for as soon as possible, on the same weekdays before. */
  readonly usual: number;
  /** An estimate; null without former days. */
  readonly couriers: number | null;
}

/** @param day such as `2026-12-01` in the time zone */
export async function getSchedule(
  context: Pick<Context, "db" | "clock" | "dispatch">,
  { mode, day, timeZone }: { readonly mode: Mode; readonly day: string; readonly timeZone: string },
): Promise<DaySchedule> {
  const { db } = context;
  const now = context.clock.now();
  const [{ zones }, scheduled, usual, perCourierHour] = await Promise.all([
    getServiceArea(context),
    listScheduled(db, { mode, day, timeZone }),
    countUsual(db, { mode, day, timeZone }),
    findPerCourierHour(db, { mode, day, timeZone, now }),
  ]);
  const placed = scheduled.map(({ hour, ...place }) => ({
    hour,
    zone: findInnermostZone(zones, place)?.name ?? null,
  }));
  const shown = [...zones.map(({ name }) => name), null].filter((name) =>
    placed.some(({ zone }) => zone === name),
  );
  const hours = Array.from({ length: HOURS }, (_, hour): ScheduleHour => {
    const counts = shown.map((name) => placed.filter((one) => one.hour === hour && one.zone === name).length);
    const orders = counts.reduce((sum, count) => sum + count, usual[hour] ?? 0);
    return {
      hour,
      scheduled: counts,
      usual: usual[hour] ?? 0,
      couriers: perCourierHour === null ? null : Math.ceil(orders / perCourierHour),
    };
  });
  return { zones: shown, hours, perCourierHour };
}

interface Day {
  readonly mode: Mode;
  readonly day: string;
  readonly timeZone: string;
}

const toHour = (timeZone: string, at = sql`scheduled_for`) =>
  sql`extract(hour FROM ${at} AT TIME ZONE ${timeZone})::int`;

/** By the hour for which they are scheduled, with the place of the pickup. */
function listScheduled(db: Queryable, { mode, day, timeZone }: Day) {
  const [from, until] = [startOfDate(day, timeZone), startOfDate(nextDate(day), timeZone)];
  return query(db, { hour: int4, ...pick(orderStops, "latitude longitude") })`
    SELECT ${toHour(timeZone)} AS hour, s.latitude, s.longitude
    FROM (SELECT id, coalesce(window_from, delivery_time) AS scheduled_for FROM orders
          WHERE mode = ${mode}::mode AND status IN ('new', 'assigned', 'in_progress')) AS o
    JOIN order_stops s ON s.order_id = o.id AND s.position = 0
    WHERE scheduled_for >= ${from}::timestamptz AND scheduled_for < ${until}::timestamptz
    LIMIT ${MAX_SCHEDULED}`;
}

function listFormerDays({ day, timeZone }: Day): { day: string; from: Date; until: Date }[] {
  return Array.from({ length: FORMER_WEEKS }, (_, week) => {
    const before = new Date(Date.parse(day) - (week + 1) * WEEK_DAYS * DAY_MS).toISOString().slice(0, 10);
    const until = startOfDate(nextDate(before), timeZone);
    return { day: before, from: startOfDate(before, timeZone), until };
  });
}

/** By hour, the median of the orders that were to be delivered as soon as possible. */
async function countUsual(db: Queryable, input: Day): Promise<number[]> {
  const days = listFormerDays(input);
  const [from, until] = [
    days.map((one) => one.from.toISOString()),
    days.map((one) => one.until.toISOString()),
  ];
  // Each account has its own index range.
  const rows = await query(db, { week: int4, hour: int4, count: int4 })`
    SELECT d.week::int, placed.hour, sum(placed.count)::int AS count
    FROM unnest(${from}::timestamptz[], ${until}::timestamptz[]) WITH ORDINALITY AS d(since, before, week)
    CROSS JOIN accounts a
    CROSS JOIN LATERAL (
      SELECT ${toHour(input.timeZone, sql`o.created_at`)} AS hour, count(*) AS count FROM orders o
      WHERE o.account_id = a.id AND o.mode = ${input.mode}::mode AND o.created_at >= d.since
        AND o.created_at < d.before AND o.delivery_time IS NULL AND o.window_from IS NULL
      GROUP BY 1) AS placed
    GROUP BY 1, 2`;
  return Array.from({ length: HOURS }, (_, hour) => {
    const counts = days.map(
      (_day, index) => rows.find((row) => row.hour === hour && row.week === index + 1)?.count ?? 0,
    );
    return getMedian(counts);
  });
}

/** Of an even count, the mean of the middle two. */
function getMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

async function findPerCourierHour(
  db: Queryable,
  input: Day & { readonly now: Date },
): Promise<number | null> {
  const { mode, timeZone, now } = input;
  const dates = listFormerDays(input).map(({ day }) => day);
  const days = { from: dates.at(-1) ?? input.day, to: dates[0] ?? input.day };
  const { periods } = await sumPerformance(db, { mode, days, unit: "day", timeZone, now });
  const same = periods.filter(({ from }) => dates.includes(from));
  const delivered = same.reduce((sum, one) => sum + one.delivered, 0);
  const hours = same.reduce((sum, one) => sum + one.shiftSeconds, 0) / 3_600;
  return delivered === 0 || hours === 0 ? null : delivered / hours;
}

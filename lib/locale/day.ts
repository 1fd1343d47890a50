import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/duration";
import { toLocalTime } from "@/lib/locale/local-time";

const DATE = /^2\d{3}-\d{2}-\d{2}$/;
// Clocks are at most 14 hours ahead of UTC and 12 behind; a day more or less is outside either.
const EARLIEST_MS = -15 * HOUR_MS;
const LATEST_MS = 13 * HOUR_MS;

export function isDate(text: string): boolean {
  const instant = DATE.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(instant) && formatDate(instant) === text;
}

export function nextDate(date: string): string {
  return formatDate(Date.parse(date) + DAY_MS);
}

/** The days up to the one of `now`, oldest first. @throws RangeError for an unknown time zone */
export function listLastDays(now: Date, timeZone: string, count: number) {
  const today = Date.parse(dateAt(now.getTime(), timeZone));
  const starts = Array.from({ length: count + 1 }, (_, index) => {
    const date = formatDate(today + (index - count + 1) * DAY_MS);
    return { date, from: startOfDate(date, timeZone) };
  });
  return starts
    .slice(0, count)
    .map(({ date, from }, index) => ({ date, from, to: starts[index + 1]?.from ?? from }));
}

/** Today and the dates after it. @throws RangeError for an unknown time zone */
export function listNextDates(now: Date, timeZone: string, count: number): string[] {
  const today = Date.parse(dateAt(now.getTime(), timeZone));
  return Array.from({ length: count }, (_, index) => formatDate(today + index * DAY_MS));
}

const formatDate = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

const dateAt = (instant: number, timeZone: string): string =>
  toLocalTime(new Date(instant), timeZone).slice(0, 10);

/** The first instant of a date; not always midnight. @throws RangeError for an unknown time zone */
export function startOfDate(date: string, timeZone: string): Date {
  // Clocks may go back at midnight, but never into a date that is over.
  let before = (Date.parse(date) + EARLIEST_MS) / MINUTE_MS;
  let reached = (Date.parse(date) + LATEST_MS) / MINUTE_MS;
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2);
    if (dateAt(middle * MINUTE_MS, timeZone) < date) before = middle;
    else reached = middle;
  }
  return new Date(reached * MINUTE_MS);
}

/** A calendar day in some place, from its first instant to the first of the next. */
export interface Day {
  /** Such as 2026-11-21. */
  readonly date: string;
  readonly from: Date;
  readonly to: Date;
}

const DATE = /^2\d{3}-\d{2}-\d{2}$/;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
// No clock is more than 14 hours ahead of UTC or 12 behind; a day more or less lies outside either.
const EARLIEST_MS = -15 * HOUR_MS;
const LATEST_MS = 13 * HOUR_MS;

/** Whether a text is a date of this millennium, such as 2026-11-21. */
export function isDate(text: string): boolean {
  const instant = DATE.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(instant) && dateOf(instant) === text;
}

/** The following date. */
export function nextDate(date: string): string {
  return dateOf(Date.parse(date) + DAY_MS);
}

/**
 * The instant at which a date begins in a time zone: at one o'clock when the clock goes forward at midnight, and after
 * the repeated hour when it goes back then.
 *
 * @throws RangeError when the time zone is unknown
 */
export function startOfDate(date: string, timeZone: string): Date {
  return startOf(date, calendarOf(timeZone));
}

/**
 * The days of a time zone up to the one that contains `now`, oldest first. A day may have 23 or 25 hours, may begin at
 * one o'clock when the clock goes forward at midnight, and is empty where a country skipped it.
 *
 * @throws RangeError when the time zone is unknown
 */
export function lastDays(now: Date, timeZone: string, count: number): Day[] {
  const dateAt = calendarOf(timeZone);
  const today = Date.parse(dateAt(now.getTime()));
  const starts = Array.from({ length: count + 1 }, (_, index) => {
    const date = dateOf(today + (index - count + 1) * DAY_MS);
    return { date, from: startOf(date, dateAt) };
  });
  return starts
    .slice(0, count)
    .map(({ date, from }, index) => ({ date, from, to: starts[index + 1]?.from ?? from }));
}

const dateOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

function calendarOf(timeZone: string): (instant: number) => string {
  const format = new Intl.DateTimeFormat("en", {
    timeZone,
    calendar: "gregory",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  return (instant) => {
    const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
    return `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`;
  };
}

/** The first minute of a date. Clocks may go back at midnight, but never into a date that is over. */
function startOf(date: string, dateAt: (instant: number) => string): Date {
  let before = (Date.parse(date) + EARLIEST_MS) / MINUTE_MS;
  let reached = (Date.parse(date) + LATEST_MS) / MINUTE_MS;
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2);
    if (dateAt(middle * MINUTE_MS) < date) before = middle;
    else reached = middle;
  }
  return new Date(reached * MINUTE_MS);
}

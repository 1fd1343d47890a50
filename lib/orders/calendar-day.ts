const DAY_MS = 86_400_000;
const DATE = /^2\d{3}-\d{2}-\d{2}$/;

/** Whether a text is a day of this millennium, such as 2026-11-21. */
export function isDay(text: string): boolean {
  const instant = DATE.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
}

/** The day after. */
export function nextDay(day: string): string {
  return new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
}

/**
 * The instant at which a day begins in a time zone. Where the clock is put forward at midnight it begins at one
 * o'clock, and where it is put back there, after the hour that comes twice.
 *
 * @throws RangeError when there is no such time zone
 */
export function startOfDay(day: string, timeZone: string): Date {
  const asIfUtc = Date.parse(day);
  const wallClock = wallClockOf(timeZone);
  // The clock's distance from UTC on either side; it changes at most once in between.
  const candidates = [asIfUtc - DAY_MS, asIfUtc + DAY_MS]
    .map((near) => asIfUtc - (wallClock(near) - near))
    .sort((a, b) => a - b);
  const [earliest = asIfUtc, latest = asIfUtc] = candidates;
  return new Date(wallClock(earliest) >= asIfUtc ? earliest : latest);
}

/** What a clock of the zone shows at an instant, as milliseconds of a clock that shows UTC. */
function wallClockOf(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat("en", {
    timeZone,
    calendar: "gregory",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  return (instant) => {
    const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
    return Date.parse(`${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}Z`);
  };
}

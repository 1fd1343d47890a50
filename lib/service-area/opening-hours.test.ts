import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ALWAYS_OPEN,
  isOpenAt,
  nextClosing,
  nextOpening,
  type OpeningHours,
  readHours,
  readSpecialHours,
  type Schedule,
  type SpecialHours,
  WEEKDAYS,
} from "@/lib/service-area/opening-hours";

const CLOSED = Object.fromEntries(WEEKDAYS.map((day) => [day, null])) as OpeningHours;
const only = (hours: Partial<OpeningHours>): OpeningHours => ({ ...CLOSED, ...hours });
const daily = (hours: string) => Object.fromEntries(WEEKDAYS.map((day) => [day, hours])) as OpeningHours;
const at = (instant: string) => new Date(instant);
const MINUTE_MS = 60_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns local time by another formatter than the code's. */
function wall(instant: number, timeZone: string): { date: string; minutes: number } {
  const known = formats.get(timeZone);
  const format =
    known ?? new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  formats.set(timeZone, format);
  const [date = "", time = ""] = format.format(instant).split(" ");
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return { date, minutes: hour * 60 + minute };
}

const toSchedule = (hours: OpeningHours, timeZone: string, specialHours: SpecialHours = {}): Schedule => ({
  hours,
  specialHours,
  timeZone,
});

/** Whether one of the intervals of a day has a minute, which may be of the next day. */
const isWithin = (intervals: string | null | undefined, minute: number): boolean =>
  (intervals ?? "").split(", ").some((interval) => {
    const [from, to] = interval.split("-").map((text) => {
      const [hour = 0, rest = 0] = text.split(":").map(Number);
      return hour * 60 + rest;
    });
    if (from === undefined || to === undefined) return false;
    return minute >= from && minute < (to > from ? to : to + 1440);
  });

function isOpenByTheBook({ hours, specialHours, timeZone }: Schedule, instant: number): boolean {
  const { date, minutes } = wall(instant, timeZone);
  const getHours = (daysBefore: number) => {
    const day = new Date(Date.parse(`${date}T12:00Z`) - daysBefore * 1440 * MINUTE_MS);
    const special = specialHours[day.toISOString().slice(0, 10)];
    const weekday = WEEKDAYS[(day.getUTCDay() + 6) % 7] ?? "mon";
    return special === undefined ? hours[weekday] : special;
  };
  return isWithin(getHours(0), minutes) || isWithin(getHours(1), minutes + 1440);
}

const toText = (minute: number) =>
  `${String(Math.floor(minute / 60) % 24).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
/** One to three intervals; the last may end on the next day. */
const dayHours = fc
  .uniqueArray(fc.integer({ min: 0, max: 1439 }), { minLength: 2, maxLength: 6 })
  .map((minutes) => {
    const sorted = minutes.toSorted((a, b) => a - b).slice(0, minutes.length - (minutes.length % 2));
    // The first minute can be the end of the last interval.
    const bounds = (minutes[0] ?? 0) % 2 === 0 ? sorted : [...sorted.slice(1), sorted[0] ?? 0];
    const intervals = bounds.flatMap((from, index) =>
      index % 2 === 0 ? [`${toText(from)}-${toText(bounds[index + 1] ?? 0)}`] : [],
    );
    const read = readHours(intervals.join(", "));
    if (read === null) throw new Error(`${intervals.join(", ")} are no hours.`);
    return read;
  });
const week = fc
  .tuple(...WEEKDAYS.map(() => fc.option(dayHours)))
  .map(
    (days) => Object.fromEntries(WEEKDAYS.map((day, index) => [day, days[index] ?? null])) as OpeningHours,
  );
/** Of some dates around the nights below. */
const special = fc.dictionary(
  fc.constantFrom("2026-03-28", "2026-03-29", "2026-10-24", "2026-10-25", "2026-04-24", "2026-10-30"),
  fc.option(dayHours),
);
// Time zones whose clocks go forward and back, some by half an hour, some at midnight, and some that never change.
const timeZone = fc.constantFrom(
  "Europe/Chisinau",
  "Europe/Moscow",
  "Australia/Lord_Howe",
  "Africa/Cairo",
  "Asia/Kathmandu",
  "America/St_Johns",
);
const instant = fc.oneof(
  fc.integer({ min: 0, max: 365 * 1440 }).map((minute) => Date.UTC(2026, 0, 1) + minute * MINUTE_MS),
  // The nights when most of these change their clocks.
  fc
    .tuple(
      fc.constantFrom(
        Date.UTC(2026, 2, 29, 1),
        Date.UTC(2026, 9, 25, 1),
        Date.UTC(2026, 3, 4, 15),
        Date.UTC(2026, 3, 23, 22),
        Date.UTC(2026, 9, 29, 21),
      ),
      fc.integer({ min: -300, max: 300 }),
    )
    .map(([night, minutes]) => night + minutes * MINUTE_MS),
);

describe("opening hours", () => {
  it("are open exactly when the local clock is within them, on every night of a clock change", () => {
    fc.assert(
      fc.property(week, special, timeZone, instant, (hours, specialHours, zone, now) => {
        const schedule = toSchedule(hours, zone, specialHours);
        expect(isOpenAt(schedule, new Date(now))).toBe(isOpenByTheBook(schedule, now));
      }),
      { numRuns: 2_000 },
    );
  });

  it("open and close next at the first minute within and without them", () => {
    const days = 3 * 1440;
    fc.assert(
      fc.property(week, special, timeZone, instant, (hours, specialHours, zone, now) => {
        const schedule = toSchedule(hours, zone, specialHours);
        const until = now + days * MINUTE_MS;
        const findFirst = (isOpen: boolean) => {
          let minute = now;
          while (minute < until && isOpenByTheBook(schedule, minute) !== isOpen) minute += MINUTE_MS;
          return minute < until ? minute : null;
        };
        const opens = nextOpening(schedule, new Date(now))?.getTime() ?? null;
        expect(opens !== null && opens < until ? opens : null).toBe(findFirst(true));
        expect(nextClosing(schedule, new Date(now), new Date(until))?.getTime() ?? null).toBe(
          findFirst(false),
        );
      }),
      { numRuns: 30 },
    );
  });

  it("continue past midnight into the next day, and from Sunday into Monday", () => {
    const night = only({ sun: "22:00-02:00" });
    const open = (instant: string) => isOpenAt(toSchedule(night, "Europe/Moscow"), at(instant));
    // 2026-11-22 is a Sunday; Moscow is three hours ahead of UTC.
    expect(open("2026-11-22T18:59:59Z")).toBe(false);
    expect(open("2026-11-22T19:00:00Z")).toBe(true);
    expect(open("2026-11-22T22:59:59Z")).toBe(true);
    expect(open("2026-11-22T23:00:00Z")).toBe(false);
    expect(nextOpening(toSchedule(night, "Europe/Moscow"), at("2026-11-22T23:00:00Z"))).toEqual(
      at("2026-11-29T19:00:00Z"),
    );
  });

  it("follow the local clock when it moves forward and back", () => {
    const nine = daily("09:00-22:00");
    expect(nextOpening(toSchedule(nine, "Europe/Chisinau"), at("2026-03-28T21:00:00Z"))).toEqual(
      at("2026-03-29T06:00:00Z"),
    );
    expect(nextOpening(toSchedule(nine, "Europe/Chisinau"), at("2026-03-27T21:00:00Z"))).toEqual(
      at("2026-03-28T07:00:00Z"),
    );
    // The skipped hour counts as its end: 02:30 is never shown that night in Berlin.
    const early = only({ sun: "02:30-05:00" });
    expect(nextOpening(toSchedule(early, "Europe/Berlin"), at("2026-03-28T12:00:00Z"))).toEqual(
      at("2026-03-29T01:00:00Z"),
    );
  });

  it("have no next opening if they are always closed, and never close if they span the whole day", () => {
    expect(nextOpening(toSchedule(CLOSED, "Europe/Moscow"), at("2026-11-22T12:00:00Z"))).toBeNull();
    expect(isOpenAt(toSchedule(ALWAYS_OPEN, "Europe/Chisinau"), at("2026-03-29T01:00:00Z"))).toBe(true);
  });

  it.each<[string, string | null]>([
    [" 09:00-22:00 ", "09:00-22:00"],
    ["18:00 – 02:00", "18:00-02:00"],
    ["00:00-24:00", "00:00-24:00"],
    ["09:00-14:00,15:00-22:00", "09:00-14:00, 15:00-22:00"],
    ["09:00-14:00; 14:00–02:00", "09:00-14:00, 14:00-02:00"],
    ["10:00-10:00", null],
    ["09:00-14:00, 13:00-22:00", null],
    ["15:00-22:00, 09:00-14:00", null],
    ["09:00-14:00, 22:00-10:00", null],
    ["00:00-24:00, 09:00-10:00", null],
    ["01:00-02:00, 03:00-04:00, 05:00-06:00, 07:00-08:00, 09:00-10:00, 11:00-12:00", null],
    ["09:00-14:00,", null],
    ["9-22", null],
    ["24:00-02:00", null],
    ["09:00-24:01", null],
    ["09:60-10:00", null],
    ["closed", null],
  ])("typed as %j are read as %j", (typed, hours) => {
    expect(readHours(typed)).toBe(hours);
  });

  it.each<[string, SpecialHours | null]>([
    ["", {}],
    ["2027-01-01 closed\r\n 2026-12-31: 10:00-16:00", { "2026-12-31": "10:00-16:00", "2027-01-01": null }],
    ["2027-01-01 закрыто", { "2027-01-01": null }],
    ["2027-02-29 closed", null],
    ["2027-01-01", null],
    ["01.01.2027 closed", null],
    ["2027-01-01 closed\n2027-01-01 10:00-16:00", null],
    [Array.from({ length: 61 }, (_, day) => `20${10 + day}-01-01 closed`).join("\n"), null],
  ])("of special days typed as %j are read as %j", (typed, read) => {
    expect(readSpecialHours(typed)).toEqual(read);
  });
});

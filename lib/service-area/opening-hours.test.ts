import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ALWAYS_OPEN,
  isOpenAt,
  nextOpening,
  type OpeningHours,
  readHours,
  WEEKDAYS,
} from "@/lib/service-area/opening-hours";

const CLOSED = Object.fromEntries(WEEKDAYS.map((day) => [day, null])) as OpeningHours;
const only = (hours: Partial<OpeningHours>): OpeningHours => ({ ...CLOSED, ...hours });
const daily = (hours: string) => Object.fromEntries(WEEKDAYS.map((day) => [day, hours])) as OpeningHours;
const at = (instant: string) => new Date(instant);
const MINUTE_MS = 60_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns local time by another formatter than the code's. */
function wall(instant: number, timeZone: string): { day: number; minutes: number } {
  const known = formats.get(timeZone);
  const format =
    known ?? new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  formats.set(timeZone, format);
  const [date = "", time = ""] = format.format(instant).split(" ");
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return { day: (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7, minutes: hour * 60 + minute };
}

/** Returns every open minute of the week in local time, as a set. */
function openMinutes(hours: OpeningHours): Set<number> {
  const open = new Set<number>();
  for (const [day, weekday] of WEEKDAYS.entries()) {
    const [from, to] = (hours[weekday] ?? "").split("-").map((text) => {
      const [hour = 0, minute = 0] = text.split(":").map(Number);
      return hour * 60 + minute;
    });
    if (from === undefined || to === undefined) continue;
    const length = to > from ? to - from : to - from + 1440;
    for (let passed = 0; passed < length; passed += 1) open.add((day * 1440 + from + passed) % (7 * 1440));
  }
  return open;
}

function isOpenByTheBook(open: ReadonlySet<number>, timeZone: string, instant: number): boolean {
  const { day, minutes } = wall(instant, timeZone);
  return open.has(day * 1440 + minutes);
}

const time = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom("00", "10", "30", "59"));
const dayHours = fc
  .tuple(time, time)
  .map(([from, to]) =>
    readHours(`${String(from[0]).padStart(2, "0")}:${from[1]}-${String(to[0]).padStart(2, "0")}:${to[1]}`),
  );
const week = fc
  .tuple(...WEEKDAYS.map(() => fc.option(dayHours)))
  .map(
    (days) => Object.fromEntries(WEEKDAYS.map((day, index) => [day, days[index] ?? null])) as OpeningHours,
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
      fc.property(week, timeZone, instant, (hours, zone, now) => {
        expect(isOpenAt(hours, zone, new Date(now))).toBe(isOpenByTheBook(openMinutes(hours), zone, now));
      }),
      { numRuns: 2_000 },
    );
  });

  it("open next at the first minute within them", () => {
    fc.assert(
      fc.property(week, timeZone, instant, (hours, zone, now) => {
        const opens = nextOpening(hours, zone, new Date(now));
        const open = openMinutes(hours);
        let minute = now;
        while (minute < now + 3 * 1440 * MINUTE_MS && !isOpenByTheBook(open, zone, minute))
          minute += MINUTE_MS;
        if (minute < now + 3 * 1440 * MINUTE_MS) expect(opens?.getTime()).toBe(minute);
        else expect(opens === null || opens.getTime() >= minute).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it("continue past midnight into the next day, and from Sunday into Monday", () => {
    const night = only({ sun: "22:00-02:00" });
    const open = (instant: string) => isOpenAt(night, "Europe/Moscow", at(instant));
    // 2026-11-22 is a Sunday; Moscow is three hours ahead of UTC.
    expect(open("2026-11-22T18:59:59Z")).toBe(false);
    expect(open("2026-11-22T19:00:00Z")).toBe(true);
    expect(open("2026-11-22T22:59:59Z")).toBe(true);
    expect(open("2026-11-22T23:00:00Z")).toBe(false);
    expect(nextOpening(night, "Europe/Moscow", at("2026-11-22T23:00:00Z"))).toEqual(
      at("2026-11-29T19:00:00Z"),
    );
  });

  it("follow the local clock when it moves forward and back", () => {
    const nine = daily("09:00-22:00");
    expect(nextOpening(nine, "Europe/Chisinau", at("2026-03-28T21:00:00Z"))).toEqual(
      at("2026-03-29T06:00:00Z"),
    );
    expect(nextOpening(nine, "Europe/Chisinau", at("2026-03-27T21:00:00Z"))).toEqual(
      at("2026-03-28T07:00:00Z"),
    );
    // The skipped hour counts as its end: 02:30 is never shown that night in Berlin.
    const early = only({ sun: "02:30-05:00" });
    expect(nextOpening(early, "Europe/Berlin", at("2026-03-28T12:00:00Z"))).toEqual(
      at("2026-03-29T01:00:00Z"),
    );
  });

  it("have no next opening if they are always closed, and never close if they span the whole day", () => {
    expect(nextOpening(CLOSED, "Europe/Moscow", at("2026-11-22T12:00:00Z"))).toBeNull();
    expect(isOpenAt(ALWAYS_OPEN, "Europe/Chisinau", at("2026-03-29T01:00:00Z"))).toBe(true);
  });

  it.each<[string, string | null]>([
    [" 09:00-22:00 ", "09:00-22:00"],
    ["18:00 – 02:00", "18:00-02:00"],
    ["00:00-24:00", "00:00-24:00"],
    ["10:00-10:00", null],
    ["9-22", null],
    ["24:00-02:00", null],
    ["09:00-24:01", null],
    ["09:60-10:00", null],
    ["closed", null],
  ])("typed as %j are read as %j", (typed, hours) => {
    expect(readHours(typed)).toBe(hours);
  });
});

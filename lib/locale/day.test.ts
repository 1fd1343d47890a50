import { describe, expect, it } from "vitest";
import { isDate, listLastDays, nextDate, startOfDate } from "@/lib/locale/day";

const HOUR_MS = 3_600_000;
const getHours = ({ from, to }: { from: Date; to: Date }) => (to.getTime() - from.getTime()) / HOUR_MS;

describe("a day in a time zone", () => {
  it.each([
    ["Europe/Moscow", "2026-11-20T21:00:00.000Z", "2026-11-21"],
    ["Europe/Moscow", "2026-11-20T20:59:59.999Z", "2026-11-20"],
    ["Asia/Vladivostok", "2026-11-20T14:00:00.000Z", "2026-11-21"],
    ["Pacific/Kiritimati", "2026-11-20T10:00:00.000Z", "2026-11-21"],
    ["Pacific/Pago_Pago", "2026-11-21T10:59:59.999Z", "2026-11-20"],
    ["Asia/Kathmandu", "2026-11-20T18:15:00.000Z", "2026-11-21"],
    ["UTC", "2026-12-31T23:59:59.999Z", "2026-12-31"],
  ])("in %s contains the instant %s and has the date %s", (timeZone, now, date) => {
    const [today] = listLastDays(new Date(now), timeZone, 1);
    expect(today?.date).toBe(date);
    expect(today?.from.getTime()).toBeLessThanOrEqual(Date.parse(now));
    expect(today?.to.getTime()).toBeGreaterThan(Date.parse(now));
  });

  it("follows the previous day without a gap, across a month end and a leap day", () => {
    const days = listLastDays(new Date("2028-03-02T12:00:00.000Z"), "Europe/Moscow", 4);
    expect(days.map(({ date }) => date)).toEqual(["2028-02-28", "2028-02-29", "2028-03-01", "2028-03-02"]);
    for (const [index, day] of days.slice(1).entries()) expect(day.from).toEqual(days[index]?.to);
    expect(days.map(getHours)).toEqual([24, 24, 24, 24]);
  });

  it.each([
    ["put forward in the night", "Europe/Berlin", "2026-03-29T12:00:00.000Z", 23, "2026-03-28T23:00:00.000Z"],
    ["put back in the night", "Europe/Berlin", "2026-10-25T12:00:00.000Z", 25, "2026-10-24T22:00:00.000Z"],
    [
      "put forward at midnight, so there is no midnight",
      "Africa/Cairo",
      "2026-04-24T12:00:00.000Z",
      23,
      "2026-04-23T22:00:00.000Z",
    ],
    [
      "put back at midnight, so the hour before it comes twice",
      "Africa/Cairo",
      "2026-10-29T12:00:00.000Z",
      25,
      "2026-10-28T21:00:00.000Z",
    ],
    ["put forward by half an hour", "Australia/Lord_Howe", "2026-10-04T00:00:00.000Z", 23.5, null],
  ])("has the right length when a clock is %s", (_, timeZone, now, hours, from) => {
    const [today] = listLastDays(new Date(now), timeZone, 1);
    expect(today === undefined ? null : getHours(today)).toBe(hours);
    if (from !== null) expect(today?.from.toISOString()).toBe(from);
  });

  it("has no hours when the country skipped it", () => {
    const days = listLastDays(new Date("2011-12-31T12:00:00.000Z"), "Pacific/Apia", 4);
    const hours = Object.fromEntries(days.map((day) => [day.date, getHours(day)]));
    expect(hours).toEqual({ "2011-12-29": 24, "2011-12-30": 0, "2011-12-31": 24, "2012-01-01": 24 });
  });
});

describe("a calendar date", () => {
  it.each([
    ["an offset that stays", "Europe/Moscow", "2026-11-21", "2026-11-20T21:00:00.000Z"],
    ["UTC", "UTC", "2026-11-21", "2026-11-21T00:00:00.000Z"],
    ["an offset with minutes", "Asia/Kathmandu", "2026-11-21", "2026-11-20T18:15:00.000Z"],
    ["the far east", "Pacific/Kiritimati", "2026-11-21", "2026-11-20T10:00:00.000Z"],
    ["the far west", "Pacific/Pago_Pago", "2026-11-21", "2026-11-21T11:00:00.000Z"],
    ["a clock put forward in the night", "Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00.000Z"],
    ["the day after that", "Europe/Berlin", "2026-03-30", "2026-03-29T22:00:00.000Z"],
    ["a clock put back in the night", "Europe/Berlin", "2026-10-25", "2026-10-24T22:00:00.000Z"],
    ["the day after that", "Europe/Berlin", "2026-10-26", "2026-10-25T23:00:00.000Z"],
    ["a clock put forward at midnight", "Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00.000Z"],
    ["a clock put back at midnight", "Africa/Cairo", "2026-10-30", "2026-10-29T22:00:00.000Z"],
  ])("with %s begins at local midnight or the first instant after it", (_, timeZone, day, expected) => {
    expect(startOfDate(day, timeZone).toISOString()).toBe(expected);
  });

  it.each(["2026-11-21", "2028-02-29", "2999-12-31"])("%s is valid", (day) => {
    expect(isDate(day)).toBe(true);
  });

  it.each([
    "",
    "2026-02-29",
    "0001-01-01",
    "2026-13-01",
    "2026-11-32",
    "21.11.2026",
    "2026-11-21T00:00",
    "+02026-11-21",
    " ",
  ])("'%s' is invalid", (text) => {
    expect(isDate(text)).toBe(false);
  });

  it("is followed by the next date across month and year ends", () => {
    expect(["2026-11-21", "2026-12-31", "2028-02-28"].map(nextDate)).toEqual([
      "2026-11-22",
      "2027-01-01",
      "2028-02-29",
    ]);
  });
});

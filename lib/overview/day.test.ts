import { describe, expect, it } from "vitest";
import { lastDays } from "@/lib/overview/day";

const HOUR_MS = 3_600_000;
const hoursOf = ({ from, to }: { from: Date; to: Date }) => (to.getTime() - from.getTime()) / HOUR_MS;

describe("the days of a time zone", () => {
  it.each([
    ["Europe/Moscow", "2026-11-20T21:00:00.000Z", "2026-11-21"],
    ["Europe/Moscow", "2026-11-20T20:59:59.999Z", "2026-11-20"],
    ["Asia/Vladivostok", "2026-11-20T14:00:00.000Z", "2026-11-21"],
    ["Pacific/Kiritimati", "2026-11-20T10:00:00.000Z", "2026-11-21"],
    ["Pacific/Pago_Pago", "2026-11-21T10:59:59.999Z", "2026-11-20"],
    ["Asia/Kathmandu", "2026-11-20T18:15:00.000Z", "2026-11-21"],
    ["UTC", "2026-12-31T23:59:59.999Z", "2026-12-31"],
  ])("in %s, %s lies in %s", (timeZone, now, date) => {
    const [today] = lastDays(new Date(now), timeZone, 1);
    expect(today?.date).toBe(date);
    expect(today?.from.getTime()).toBeLessThanOrEqual(Date.parse(now));
    expect(today?.to.getTime()).toBeGreaterThan(Date.parse(now));
  });

  it("follow one another without a gap, over the end of a month and a leap day", () => {
    const days = lastDays(new Date("2028-03-02T12:00:00.000Z"), "Europe/Moscow", 4);
    expect(days.map(({ date }) => date)).toEqual(["2028-02-28", "2028-02-29", "2028-03-01", "2028-03-02"]);
    for (const [index, day] of days.slice(1).entries()) expect(day.from).toEqual(days[index]?.to);
    expect(days.map(hoursOf)).toEqual([24, 24, 24, 24]);
  });

  it.each([
    ["put forward in the night", "Europe/Berlin", "2026-03-29T12:00:00.000Z", 23, "2026-03-28T23:00:00.000Z"],
    ["put back in the night", "Europe/Berlin", "2026-10-25T12:00:00.000Z", 25, "2026-10-24T22:00:00.000Z"],
    [
      "put forward at midnight, which there is none of then",
      "Africa/Cairo",
      "2026-04-24T12:00:00.000Z",
      23,
      "2026-04-23T22:00:00.000Z",
    ],
    [
      "put back at midnight, so that the hour before it comes twice",
      "Africa/Cairo",
      "2026-10-29T12:00:00.000Z",
      25,
      "2026-10-28T21:00:00.000Z",
    ],
    ["put forward by half an hour", "Australia/Lord_Howe", "2026-10-04T00:00:00.000Z", 23.5, null],
  ])("a clock is %s", (_, timeZone, now, hours, from) => {
    const [today] = lastDays(new Date(now), timeZone, 1);
    expect(today === undefined ? null : hoursOf(today)).toBe(hours);
    if (from !== null) expect(today?.from.toISOString()).toBe(from);
  });

  it("a day that a country has skipped is empty", () => {
    const days = lastDays(new Date("2011-12-31T12:00:00.000Z"), "Pacific/Apia", 4);
    const hours = Object.fromEntries(days.map((day) => [day.date, hoursOf(day)]));
    expect(hours).toEqual({ "2011-12-29": 24, "2011-12-30": 0, "2011-12-31": 24, "2012-01-01": 24 });
  });
});

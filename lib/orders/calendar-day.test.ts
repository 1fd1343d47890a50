import { describe, expect, it } from "vitest";
import { isDay, nextDay, startOfDay } from "@/lib/orders/calendar-day";

describe("a day of the calendar", () => {
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
  ])("with %s begins when its clocks say so", (_, timeZone, day, expected) => {
    expect(startOfDay(day, timeZone).toISOString()).toBe(expected);
  });

  it.each(["2026-11-21", "2028-02-29", "2999-12-31"])("%s is one", (day) => {
    expect(isDay(day)).toBe(true);
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
  ])("'%s' is none", (text) => {
    expect(isDay(text)).toBe(false);
  });

  it("is followed by the next, over the ends of months and years", () => {
    expect(["2026-11-21", "2026-12-31", "2028-02-28"].map(nextDay)).toEqual([
      "2026-11-22",
      "2027-01-01",
      "2028-02-29",
    ]);
  });
});

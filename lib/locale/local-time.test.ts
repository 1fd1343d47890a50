import { describe, expect, it } from "vitest";
import { fromLocalTime, toLocalTime } from "@/lib/locale/local-time";

describe("a local time", () => {
  it.each([
    ["2026-11-21T14:00", "Europe/Chisinau", "2026-11-21T12:00:00.000Z"],
    ["2026-07-21T14:00", "Europe/Chisinau", "2026-07-21T11:00:00.000Z"],
    ["2026-11-21T00:15", "Asia/Kathmandu", "2026-11-20T18:30:00.000Z"],
    ["2026-11-21T14:00", "Pacific/Pago_Pago", "2026-11-22T01:00:00.000Z"],
    ["2026-03-29T01:59", "Europe/Berlin", "2026-03-29T00:59:00.000Z"],
    ["2026-03-29T03:00", "Europe/Berlin", "2026-03-29T01:00:00.000Z"],
    ["2026-10-25T03:00", "Europe/Berlin", "2026-10-25T02:00:00.000Z"],
  ])("%s in %s converts to %s and back", (local, zone, instant) => {
    expect(fromLocalTime(local, zone)?.toISOString()).toBe(instant);
    expect(toLocalTime(new Date(instant), zone)).toBe(local);
  });

  it.each([
    ["2026-03-29T02:30", "Europe/Berlin", "2026-03-29T03:30"],
    ["2026-03-08T02:30", "America/New_York", "2026-03-08T03:30"],
    ["2026-03-08T00:00", "America/Havana", "2026-03-08T01:00"],
    ["2026-10-04T02:15", "Australia/Lord_Howe", "2026-10-04T02:45"],
  ])("%s in %s, which the clocks skip, becomes %s", (local, zone, later) => {
    expect(toLocalTime(fromLocalTime(local, zone) ?? new Date(0), zone)).toBe(later);
  });

  it("is null for text that is not a time", () => {
    expect([fromLocalTime("", "UTC"), fromLocalTime("incomplete", "UTC")]).toEqual([null, null]);
  });
});

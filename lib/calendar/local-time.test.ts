import { describe, expect, it } from "vitest";
import { fromLocalTime, toLocalTime } from "@/lib/calendar/local-time";

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

  it("is moved to the next hour when the clock skips it", () => {
    expect(fromLocalTime("2026-03-29T02:30", "Europe/Berlin")?.toISOString()).toBe(
      "2026-03-29T01:30:00.000Z",
    );
  });

  it("is null for text that is not a time", () => {
    expect([fromLocalTime("", "UTC"), fromLocalTime("incomplete", "UTC")]).toEqual([null, null]);
  });
});

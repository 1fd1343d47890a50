import { describe, expect, it } from "vitest";
import {
  factorField,
  factorNumbers,
  getTravelFactor,
  HOURS,
  toTravelFactors,
} from "@/lib/routing/travel-factors";

const hours = (begin: number) => Array.from({ length: HOURS }, (_, hour) => begin + hour / 100);
const factors = { weekday: hours(1), weekend: hours(2) };
const MOSCOW = { latitude: 55.75, longitude: 37.62 };
const NEW_YORK = { latitude: 40.71, longitude: -74 };

describe("the travel factor", () => {
  it.each([
    ["2026-11-20T05:30:00Z", MOSCOW, 1.08],
    ["2026-11-20T20:59:59Z", MOSCOW, 1.23],
    ["2026-11-20T21:00:00Z", MOSCOW, 2],
    ["2026-11-22T20:59:59Z", MOSCOW, 2.23],
    ["2026-11-22T21:00:00Z", MOSCOW, 1],
    // The same instants, before and after the clocks change there.
    ["2026-10-30T12:00:00Z", NEW_YORK, 1.08],
    ["2026-11-02T12:00:00Z", NEW_YORK, 1.07],
  ])("at %s is the factor of the local hour and weekday", (at, place, factor) => {
    expect(getTravelFactor(factors, new Date(at), place)).toBeCloseTo(factor, 6);
  });
});

describe("the travel factor form", () => {
  const form = (change: Record<string, string> = {}) => ({
    ...Object.fromEntries(
      (["weekday", "weekend"] as const).flatMap((kind) =>
        Array.from({ length: HOURS }, (_, hour) => [factorField(kind, hour), `1,${hour + 10}`]),
      ),
    ),
    ...change,
  });

  it("returns a factor for each hour", () => {
    const read = toTravelFactors(factorNumbers.parse(form({ weekend_23: " 2.5 " })));
    expect([read.weekday[0], read.weekday[23], read.weekend[22], read.weekend[23]]).toEqual([
      1.1, 1.33, 1.32, 2.5,
    ]);
  });

  it.each(["", "0.49", "5.01", "1.234", "-1", "x"])("rejects %j as a factor", (value) => {
    const parsed = factorNumbers.safeParse(form({ weekday_7: value }));
    expect(parsed.error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
      ["weekday_7", "factor"],
    ]);
  });
});

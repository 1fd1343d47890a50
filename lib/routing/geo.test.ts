import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Point } from "@/lib/point";
import { greatCircleMeters } from "@/lib/routing/geo";

const HALF_EARTH_METERS = Math.PI * 6_371_008.8;
const DEGREE_METERS = HALF_EARTH_METERS / 180;

const at = (latitude: number, longitude: number): Point => ({ latitude, longitude });

describe("great-circle distance", () => {
  test.each([
    ["a degree of the equator", at(0, 0), at(0, 1), DEGREE_METERS],
    ["a degree of a meridian", at(59, 30), at(60, 30), DEGREE_METERS],
    ["across the antimeridian", at(0, 179.5), at(0, -179.5), DEGREE_METERS],
    ["the antimeridian under its two names", at(66, 180), at(66, -180), 0],
    ["the North Pole under two longitudes", at(90, 0), at(90, 137), 0],
    ["over the North Pole", at(89.5, 0), at(89.5, 180), DEGREE_METERS],
    ["over the South Pole", at(-89.5, 10), at(-89.5, -170), DEGREE_METERS],
    ["from pole to pole", at(90, 0), at(-90, 50), HALF_EARTH_METERS],
    ["to the antipodes", at(12.3, 45.6), at(-12.3, -134.4), HALF_EARTH_METERS],
    ["Saint Petersburg to Moscow", at(59.9343, 30.3351), at(55.7558, 37.6173), 633_000],
  ])("has the known value: %s", (_, from, to, meters) => {
    expect(Math.abs(greatCircleMeters(from, to) - meters)).toBeLessThan(Math.max(0.5, meters / 500));
  });

  test("is zero from a point to itself, symmetric, and at most half the Earth's circumference", () => {
    const point = fc.record({
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    fc.assert(
      fc.property(point, point, (from, to) => {
        const meters = greatCircleMeters(from, to);
        expect(greatCircleMeters(from, from)).toBe(0);
        expect(greatCircleMeters(to, from)).toBeCloseTo(meters, 3);
        expect(meters).toBeGreaterThanOrEqual(0);
        expect(meters).toBeLessThanOrEqual(HALF_EARTH_METERS + 1);
      }),
    );
  });
});

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Point } from "@/lib/point";
import { estimateTrip } from "@/lib/routing/estimate";
import { greatCircleMeters } from "@/lib/routing/geo";
import { decodePolyline } from "@/lib/routing/polyline";
import { legEnds, type Trip } from "@/lib/routing/trip";

const point = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});
const anyTrip: fc.Arbitrary<Trip> = fc.record({
  pickup: point,
  dropoffs: fc.array(point, { minLength: 1, maxLength: 10 }),
  routingMode: fc.constantFrom("sequential", "parallel"),
});

const CENTER: Point = { latitude: 59.9343, longitude: 30.3351 };

function estimateNorth(degrees: number) {
  const to = { ...CENTER, latitude: CENTER.latitude + degrees };
  const [leg] = estimateTrip({ pickup: CENTER, dropoffs: [to], routingMode: "sequential" });
  if (leg === undefined) throw new Error("A trip with one dropoff returned no leg.");
  return leg;
}

describe("the ends of the legs", () => {
  const [a, b, c] = [
    { latitude: 1, longitude: 1 },
    { latitude: 2, longitude: 2 },
    { latitude: 3, longitude: 3 },
  ];

  test("form a chain through the dropoffs of a sequential trip", () => {
    expect(legEnds({ pickup: CENTER, dropoffs: [a, b, c], routingMode: "sequential" })).toEqual([
      { from: CENTER, to: a },
      { from: a, to: b },
      { from: b, to: c },
    ]);
  });

  test("all start at the pickup in a parallel trip", () => {
    expect(legEnds({ pickup: CENTER, dropoffs: [a, b, c], routingMode: "parallel" })).toEqual([
      { from: CENTER, to: a },
      { from: CENTER, to: b },
      { from: CENTER, to: c },
    ]);
  });
});

describe("a trip estimate", () => {
  test("has one straight leg per dropoff, 1.35 times as long as the straight line", () => {
    fc.assert(
      fc.property(anyTrip, (trip) => {
        const legs = estimateTrip(trip);
        expect(legs).toHaveLength(trip.dropoffs.length);
        legEnds(trip).forEach(({ from, to }, index) => {
          const leg = legs[index];
          expect(leg?.distanceMeters).toBe(Math.round(1.35 * greatCircleMeters(from, to)));
          expect(Number.isSafeInteger(leg?.durationSeconds)).toBe(true);
          const line = decodePolyline(leg?.geometry ?? "");
          expect(line).toHaveLength(2);
          expect(greatCircleMeters(line[0] ?? to, from)).toBeLessThan(1);
          expect(greatCircleMeters(line[1] ?? from, to)).toBeLessThan(1);
        });
      }),
    );
  });

  test("returns 0 m and 0 s from a point to itself", () => {
    const { distanceMeters, durationSeconds } = estimateNorth(0);
    expect([distanceMeters, durationSeconds]).toEqual([0, 0]);
  });

  test.each([
    [0.01, 20, 20],
    [0.1, 20, 30],
    [1, 45, 70],
    [10, 65, 70],
  ])("over %d degrees north has a speed of %d to %d km/h", (degrees, slowest, fastest) => {
    const { distanceMeters, durationSeconds } = estimateNorth(degrees);
    const kmPerHour = (distanceMeters / durationSeconds) * 3.6;
    expect(kmPerHour).toBeGreaterThan(slowest - 0.5);
    expect(kmPerHour).toBeLessThan(fastest + 0.5);
  });

  test("never takes less time for a longer leg", () => {
    const degrees = fc.double({ min: 0, max: 5, noNaN: true });
    fc.assert(
      fc.property(degrees, degrees, (one, other) => {
        const shorter = estimateNorth(Math.min(one, other));
        const longer = estimateNorth(Math.max(one, other));
        expect(longer.durationSeconds).toBeGreaterThanOrEqual(shorter.durationSeconds);
      }),
    );
  });
});

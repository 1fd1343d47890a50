import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Point } from "@/lib/point";
import { toRadians } from "@/lib/routing/geo";
import type { Trip } from "@/lib/routing/trip";
import { findUnusualTrip, unusualTripIssues } from "@/lib/routing/unusual-trip";

const MAX_LEG_METERS = 100_000;

const at = (latitude: number, longitude: number): Point => ({ latitude, longitude });
const CHISINAU = at(47.02, 28.83);
const NEARBY = at(47.03, 28.87);
const MOSCOW = at(55.7558, 37.6173);
const swapped = ({ latitude, longitude }: Point) => at(longitude, latitude);

const trip = (
  pickup: Point,
  dropoffs: readonly Point[],
  routingMode: Trip["routingMode"] = "sequential",
) => ({ pickup, dropoffs, routingMode });
const find = (...given: Parameters<typeof trip>) => findUnusualTrip(trip(...given), MAX_LEG_METERS);

const EARTH_RADIUS_METERS = 6_371_008.8;

/** The point that lies this far away on the sphere, also beyond a pole or the antimeridian. */
function travel(from: Point, bearing: number, meters: number): Point {
  const [angle, course] = [meters / EARTH_RADIUS_METERS, toRadians(bearing)];
  const [latitude, longitude] = [toRadians(from.latitude), toRadians(from.longitude)];
  const sine = Math.sin(latitude) * Math.cos(angle) + Math.cos(latitude) * Math.sin(angle) * Math.cos(course);
  const turn = Math.atan2(
    Math.sin(course) * Math.sin(angle) * Math.cos(latitude),
    Math.cos(angle) - Math.sin(latitude) * sine,
  );
  const degrees = (radians: number) => (radians * 180) / Math.PI;
  const east = degrees(longitude + turn);
  return at(degrees(Math.asin(Math.min(1, Math.max(-1, sine)))), east - 360 * Math.round(east / 360));
}

describe("an unusual trip", () => {
  it.each<[string, Parameters<typeof trip>, object | null]>([
    ["an ordinary trip", [CHISINAU, [NEARBY]], null],
    ["an ordinary trip in another country", [MOSCOW, [at(55.8, 37.7)]], null],
    ["a leg of exactly the limit", [at(0, 10), [at(MAX_LEG_METERS / 111_194.926_64, 10)]], null],
    ["a dropoff with swapped axes", [CHISINAU, [swapped(NEARBY)]], { stops: [1], swappedStops: [1] }],
    [
      "a pickup with swapped axes",
      [swapped(CHISINAU), [NEARBY, NEARBY], "parallel"],
      { stops: [1, 2], swappedStops: [0] },
    ],
    // Either stop could be the wrong one.
    ["a pickup whose swap is as likely", [swapped(CHISINAU), [NEARBY]], { stops: [1], swappedStops: [1] }],
    [
      "one of several dropoffs with swapped axes",
      [CHISINAU, [NEARBY, swapped(NEARBY), NEARBY]],
      { stops: [2, 3], swappedStops: [2] },
    ],
    ["a far place whose axes are right", [CHISINAU, [MOSCOW]], { stops: [1], swappedStops: [] }],
    [
      "a long trip that would be shorter with all axes swapped",
      [at(10, 80), [at(10.91, 80)]],
      { stops: [1], swappedStops: [] },
    ],
    ["a stop at 0, 0", [CHISINAU, [at(0, 0)]], { stops: [1], isAtZero: true, swappedStops: [] }],
    ["both stops at 0, 0", [at(0, 0), [at(-0, 0.000_000_1)]], { stops: [0, 1], isAtZero: true }],
    ["a longitude that is no latitude", [at(52, 104.3), [at(10, 104.3)]], { stops: [1], swappedStops: [] }],
    [
      "a chain of short legs over a long way",
      [CHISINAU, [1, 2, 3, 4].map((step) => at(47.02 + step * 0.8, 28.83))],
      null,
    ],
    [
      "the same stops with parallel legs",
      [CHISINAU, [1, 2, 3, 4].map((step) => at(47.02 + step * 0.8, 28.83)), "parallel"],
      { stops: [2, 3, 4], swappedStops: [] },
    ],
  ])("is found, or not, in %s", (_, given, expected) => {
    if (expected === null) expect(find(...given)).toBeNull();
    else expect(find(...given)).toMatchObject(expected);
  });

  it("has the length of its longest leg in a straight line", () => {
    expect(find(CHISINAU, [NEARBY, MOSCOW])?.longestLegMeters).toBeGreaterThan(1_130_000);
    expect(find(CHISINAU, [NEARBY, MOSCOW])?.longestLegMeters).toBeLessThan(1_160_000);
  });

  it("is never an ordinary trip, anywhere on earth", () => {
    const pickup = fc.record({
      latitude: fc.oneof(
        fc.double({ min: -90, max: 90, noNaN: true }),
        fc.constantFrom(-90, -89.9, 89.9, 90),
      ),
      longitude: fc.oneof(
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.constantFrom(-180, -179.99, 179.99, 180),
      ),
    });
    const step = fc.record({
      bearing: fc.double({ min: 0, max: 360, noNaN: true }),
      meters: fc.double({ min: 0, max: MAX_LEG_METERS - 1_000, noNaN: true }),
    });
    fc.assert(
      fc.property(
        pickup,
        fc.array(step, { minLength: 1, maxLength: 10 }),
        fc.constantFrom("sequential", "parallel"),
        (from, steps, routingMode) => {
          const dropoffs: Point[] = [];
          for (const { bearing, meters } of steps) {
            const origin = routingMode === "sequential" ? (dropoffs.at(-1) ?? from) : from;
            dropoffs.push(travel(origin, bearing, meters));
          }
          fc.pre(
            [from, ...dropoffs].every(({ latitude, longitude }) => Math.hypot(latitude, longitude) > 1e-5),
          );
          expect(find(from, dropoffs, routingMode)).toBeNull();
        },
      ),
    );
  });

  it("becomes usual by swapping the stops that it names, in every order of up to ten dropoffs", () => {
    const mask = fc.array(fc.boolean(), { minLength: 2, maxLength: 11 });
    fc.assert(
      fc.property(mask, fc.constantFrom("sequential", "parallel"), (isSwapped, routingMode) => {
        const [pickup = CHISINAU, ...dropoffs] = isSwapped.map((one) => (one ? swapped(NEARBY) : CHISINAU));
        const found = find(pickup, dropoffs, routingMode);
        if (found === null) return;
        const fixed = [pickup, ...dropoffs].map((place, stop) =>
          found.swappedStops.includes(stop) ? swapped(place) : place,
        );
        expect(find(fixed[0] ?? pickup, fixed.slice(1), routingMode)).toBeNull();
      }),
    );
  });
});

describe("the refusal of an unusual trip", () => {
  const issues = (...given: Parameters<typeof trip>) => {
    const found = find(...given);
    return found && unusualTripIssues(found, MAX_LEG_METERS, "address.");
  };

  it("names the stop to swap, or else the end of the long leg", () => {
    expect(issues(CHISINAU, [swapped(NEARBY)])).toEqual([
      {
        field: "dropoffs.0.address.latitude",
        message: expect.stringMatching(
          /^the trip has a leg of 2,\d{3} km, more than 100 km; latitude and longitude may be swapped$/,
        ),
        reason: "swapped",
      },
    ]);
    expect(issues(swapped(CHISINAU), [NEARBY, NEARBY], "parallel")?.map(({ field }) => field)).toEqual([
      "pickup.address.latitude",
    ]);
    expect(issues(CHISINAU, [MOSCOW])).toMatchObject([
      { field: "dropoffs.0.address.latitude", message: expect.stringMatching(/check the coordinates$/) },
    ]);
    expect(issues(at(0, 0), [NEARBY])?.map(({ field }) => field)).toEqual([
      "pickup.address.latitude",
      "dropoffs.0.address.latitude",
    ]);
  });
});

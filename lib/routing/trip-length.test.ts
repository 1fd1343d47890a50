import { describe, expect, it } from "vitest";
import type { Trip } from "@/lib/routing/trip";
import { findFarDropoffs, lengthIssues } from "@/lib/routing/trip-length";

const MAX_METERS = 300_000;
const PETERSBURG = { latitude: 59.9343, longitude: 30.3351 };
/** About 111 km north for each degree. */
const north = (degrees: number) => ({ ...PETERSBURG, latitude: PETERSBURG.latitude + degrees });
const SWAPPED = { latitude: 30.3351, longitude: 59.9343 };

const trip = (dropoffs: Trip["dropoffs"], routingMode: Trip["routingMode"] = "sequential"): Trip => ({
  pickup: PETERSBURG,
  dropoffs,
  routingMode,
});
const getDetours = (asked: Trip, legMeters?: number[]) =>
  findFarDropoffs(asked, MAX_METERS, legMeters).map(({ index }) => index);

describe("the dropoffs that make a trip too long", () => {
  it("are empty when the trip is exactly as long as allowed", () => {
    expect(getDetours(trip([north(1), north(2)]))).toEqual([]);
    expect(getDetours(trip([north(1)]), [MAX_METERS])).toEqual([]);
    expect(getDetours(trip([north(1)]), [MAX_METERS + 1])).toEqual([0]);
  });

  it.each(["sequential", "parallel"] as const)(
    "are those with swapped coordinates, not their neighbors, in %s routing",
    (mode) => {
      expect(getDetours(trip([north(1), SWAPPED, north(0.1), SWAPPED], mode))).toEqual([1, 3]);
    },
  );

  it("include the first dropoff of a chained trip that makes the whole route too long", () => {
    const there = [north(1), north(0), north(1), north(0)];
    expect(getDetours(trip(there))).toEqual([2]);
    expect(getDetours(trip(there, "parallel"))).toEqual([]);
    expect(getDetours(trip(there), [200_000, 100_001, 1, 1])).toEqual([1]);
  });

  it("are reported with the trip length and the limit, for both coordinates", () => {
    expect(lengthIssues([{ index: 2, meters: 4_123_456 }], MAX_METERS, "address.")).toEqual(
      ["latitude", "longitude"].map((name) => ({
        field: `dropoffs.2.address.${name}`,
        message:
          "exceeds the maximum trip length of 300 km (trip is 4,124 km); check that latitude and longitude are not swapped",
        reason: "too_far",
      })),
    );
  });
});

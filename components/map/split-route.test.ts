import { describe, expect, it } from "vitest";
import { routeLines } from "@/components/map/route-lines";
import { remainingRoute, sliceRoute, splitRouteAt, toLegLines } from "@/components/map/split-route";
import type { Point } from "@/lib/point";
import { greatCircleMeters } from "@/lib/routing/geo";

/** About 11 m north and east per unit, near the equator. */
const at = (east: number, north: number): Point => ({ latitude: north * 1e-4, longitude: east * 1e-4 });

/** East for 1.1 km, then north for as long. */
const CORNER = [at(0, 0), at(100, 0), at(100, 100)];

describe("the lines of a route", () => {
  it.each([
    ["a road that ends at the door", at(100, 100.5), []],
    ["a road that ends away from the door", at(103, 104), [["door", [at(100, 100), at(103, 104)]]]],
    ["a door that is not disclosed", null, []],
  ])("end as expected for %s", (_, door, expected) => {
    const lines = routeLines({ ahead: CORNER, door });
    expect(lines.filter(({ role }) => role === "door").map(({ role, points }) => [role, points])).toEqual(
      expected,
    );
    expect(lines.find(({ id }) => id === "route")?.points).toEqual(CORNER);
  });

  it("are empty if there is nothing to draw", () => {
    expect(routeLines({ ahead: [], door: at(1, 1) })).toEqual([]);
    expect(routeLines({ driven: [at(0, 0)], ahead: [at(0, 0)], door: at(0, 0) })).toEqual([]);
  });

  it("are split at the courier's point", () => {
    const courier = at(50, 0.5);
    expect(splitRouteAt(CORNER, courier)).toEqual({
      driven: [at(0, 0), courier],
      ahead: [courier, at(100, 0), at(100, 100)],
    });
    const late = at(100, 40);
    expect(splitRouteAt(CORNER, late)).toEqual({
      driven: [at(0, 0), at(100, 0), late],
      ahead: [late, at(100, 100)],
    });
  });

  it("lie wholly ahead of a courier who is off the route or has no position", () => {
    expect(splitRouteAt(CORNER, at(50, 20))).toEqual({ driven: [], ahead: CORNER });
    expect(splitRouteAt(CORNER, null)).toEqual({ driven: [], ahead: CORNER });
  });

  it("mark each leg as driven or ahead", () => {
    const legs = [
      { points: [at(0, 0), at(10, 0)], door: at(10, 0) },
      { points: [at(10, 0), at(20, 0)], door: at(20, 0) },
      { points: [at(20, 0), at(30, 0)], door: at(30, 0) },
    ];
    const roles = (next: number | null) =>
      toLegLines(legs, next, at(15, 0)).map(({ id, role = "ahead" }) => `${id}: ${role}`);
    expect(roles(null)).toEqual(["route 0: ahead", "route 1: ahead", "route 2: ahead"]);
    expect(roles(1)).toEqual(["driven 0: driven", "driven 1: driven", "route 1: ahead", "route 2: ahead"]);
    expect(roles(3)).toEqual(["driven 0: driven", "driven 1: driven", "driven 2: driven"]);
  });
});

describe("the route from one point to the next", () => {
  it.each<[string, Point, Point, Point[]]>([
    ["turns where the road turns", at(95, 0), at(100, 5), [at(95, 0), at(100, 0), at(100, 5)]],
    ["is straight if a point is off the road", at(95, 9), at(100, 5), [at(95, 9), at(100, 5)]],
    ["is straight if the next point is backwards", at(95, 0), at(90, 0), [at(95, 0), at(90, 0)]],
  ])("%s", (_, from, to, expected) => {
    expect(sliceRoute(CORNER, from, to)).toEqual(expected);
  });

  it("is straight if the road is a loop that is too long to drive in seconds", () => {
    const loop = [at(0, 0), at(0, 100), at(5, 100), at(5, 0)];
    expect(sliceRoute(loop, at(0, 1), at(5, 1))).toEqual([at(0, 1), at(5, 1)]);
  });

  it("is straight if no road is known", () => {
    expect(sliceRoute([], at(0, 0), at(1, 0))).toEqual([at(0, 0), at(1, 0)]);
  });

  it.each([
    [0, at(0, 0), 3, 90],
    [0.25, at(50, 0), 3, 90],
    [0.75, at(100, 50), 2, 0],
    [1, at(100, 100), 2, 0],
    [7, at(100, 100), 2, 0],
  ])("has the expected remainder after a part of %d", (part, place, places, heading) => {
    const rest = remainingRoute(CORNER, part);
    expect(greatCircleMeters(rest.left[0] as Point, place)).toBeLessThan(0.5);
    expect(rest.left).toHaveLength(places);
    expect(rest.heading).toBeCloseTo(heading, 1);
  });

  it("is a single point if both points are the same", () => {
    expect(remainingRoute([at(1, 1), at(1, 1)], 0.5).left).toEqual([at(1, 1)]);
  });
});

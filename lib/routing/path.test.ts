import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { greatCircleMeters } from "@/lib/routing/geo";
import {
  bearing,
  destinationPoint,
  pathLength,
  pointAtDistance,
  projectOnPath,
  slicePathFrom,
} from "@/lib/routing/path";

const at = (latitude: number, longitude: number) => ({ latitude, longitude });
const corner = [at(59.93, 30.3), at(59.93, 30.32), at(59.94, 30.32)];

const place = fc.record({
  latitude: fc.double({ min: -80, max: 80, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

describe("a path", () => {
  it.each([
    [0, 90],
    [500, 90],
    [1_300, 0],
    [1e9, 0],
  ])("at %i meters has the heading %i degrees", (meters, heading) => {
    expect(pointAtDistance(corner, meters).heading).toBeCloseTo(heading, 0);
  });

  it("maps every point on it to its own distance along it", () => {
    const length = pathLength(corner);
    for (let part = 0; part <= 1; part += 0.05) {
      const { meters, offMeters } = projectOnPath(corner, pointAtDistance(corner, length * part).point);
      expect(Math.abs(meters - length * part)).toBeLessThan(1);
      expect(offMeters).toBeLessThan(1);
    }
  });

  it("ends at its last point with its last heading", () => {
    expect(pointAtDistance(corner, 1e9)).toEqual({ point: corner[2], heading: 0 });
    expect(pointAtDistance(corner.slice(0, 2), 1e9).heading).toBeCloseTo(90, 0);
    expect(pointAtDistance(corner.slice(0, 1), 5)).toEqual({ point: corner[0], heading: 0 });
    expect(() => pointAtDistance([], 0)).toThrow(RangeError);
  });

  it("continues from a point on it with the corners ahead", () => {
    const toCorner = pathLength(corner.slice(0, 2));
    expect(slicePathFrom(corner, 0)).toEqual(corner.slice(1));
    expect(slicePathFrom(corner, toCorner - 1)).toEqual(corner.slice(1));
    expect(slicePathFrom(corner, toCorner)).toEqual(corner.slice(2));
    expect(slicePathFrom(corner, pathLength(corner) - 1)).toEqual(corner.slice(2));
    expect(slicePathFrom(corner, pathLength(corner))).toEqual([]);
  });

  it("may repeat a point", () => {
    const standing = [corner[0], corner[0], corner[1]].filter((point) => point !== undefined);
    expect(pointAtDistance(standing, 0).point.longitude).toBeCloseTo(30.3, 9);
    expect(projectOnPath(standing, at(59.93, 30.31)).meters).toBeCloseTo(pathLength(standing) / 2, 0);
  });

  it("snaps a point off the path to the nearest point on it", () => {
    const { meters, offMeters } = projectOnPath(corner, at(59.932, 30.31));
    expect(offMeters).toBeCloseTo(greatCircleMeters(at(59.932, 30.31), at(59.93, 30.31)), 0);
    expect(meters).toBeCloseTo(pathLength(corner.slice(0, 2)) / 2, 0);
  });

  it("crosses the antimeridian the short way", () => {
    const path = [at(0, 179.99), at(0, -179.99)];
    expect(Math.abs(pointAtDistance(path, pathLength(path) / 2).point.longitude)).toBeCloseTo(180, 3);
    expect(bearing(at(0, 179.99), at(0, -179.99))).toBeCloseTo(90, 5);
  });

  it("ends at the given distance and direction for a destination computed from them", () => {
    fc.assert(
      fc.property(
        place,
        fc.integer({ min: 1, max: 359 }),
        fc.integer({ min: 50, max: 2_000 }),
        (from, heading, meters) => {
          const to = destinationPoint(from, heading, meters);
          expect(Math.abs(greatCircleMeters(from, to) - meters)).toBeLessThan(meters * 0.01 + 1);
          const turn = Math.abs(bearing(from, to) - heading);
          expect(Math.min(turn, 360 - turn)).toBeLessThan(1.5);
        },
      ),
    );
  });
});

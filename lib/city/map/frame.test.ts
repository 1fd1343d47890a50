import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  LEVELS,
  nextFrame,
  PICTURE,
  pointFromUnitSquare,
  projection,
  toFrame,
  toSquare,
  toSquareArea,
} from "@/lib/city/map/frame";

const place = fc.record({
  latitude: fc.double({ min: -70, max: 70, noNaN: true }),
  longitude: fc.double({ min: -179, max: 179, noNaN: true }),
});
/** Places of one delivery, at some distance from the first. */
const delivery = fc
  .tuple(
    place,
    fc.array(
      fc.tuple(
        fc.double({ min: -0.3, max: 0.3, noNaN: true }),
        fc.double({ min: -0.3, max: 0.3, noNaN: true }),
      ),
      { maxLength: 6 },
    ),
  )
  .map(([first, others]) => [
    first,
    ...others.map(([north, east]) => ({
      latitude: first.latitude + north,
      longitude: first.longitude + east,
    })),
  ]);

describe("a map frame", () => {
  it("contains all points with room for their markers", () => {
    fc.assert(
      fc.property(delivery, (places) => {
        const project = projection(toFrame(places));
        for (const [x, y] of places.map(project)) {
          expect(x).toBeGreaterThanOrEqual(PICTURE.sides);
          expect(x).toBeLessThanOrEqual(PICTURE.width - PICTURE.sides);
          expect(y).toBeGreaterThanOrEqual(PICTURE.ends);
          expect(y).toBeLessThanOrEqual(PICTURE.height - PICTURE.ends);
        }
      }),
    );
  });

  it("is the same for all points within a sixteenth of its width, so it reveals only a neighborhood", () => {
    fc.assert(
      fc.property(
        place,
        fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: -1, max: 1, noNaN: true })),
        (door, [a, b]) => {
          const frame = toFrame([door]);
          const { x, y, width } = toSquareArea(frame);
          expect(frame.level).toBe(LEVELS.most);
          // Just inside the edges of the cell.
          const other = pointFromUnitSquare({ x: x + (a * width) / 16.1, y: y + (b * width) / 16.1 });
          expect(toFrame([other])).toEqual(frame);
        },
      ),
    );
  });

  it("stays the same while all points fit well, and is otherwise replaced by one that contains them", () => {
    fc.assert(
      fc.property(delivery, delivery, (before, after) => {
        const frame = toFrame(before);
        expect(nextFrame(frame, before)).toEqual(frame);
        const next = nextFrame(frame, after);
        const project = projection(next);
        for (const [x] of after.map(project))
          expect(Math.abs(x - PICTURE.width / 2)).toBeLessThanOrEqual(PICTURE.width / 2 - PICTURE.sides);
        expect(toFrame(after).level - next.level).toBeLessThanOrEqual(2);
      }),
    );
  });

  it("converts a point to the unit square and back", () => {
    fc.assert(
      fc.property(place, (one) => {
        const again = pointFromUnitSquare(toSquare(one));
        expect(again.latitude).toBeCloseTo(one.latitude, 8);
        expect(again.longitude).toBeCloseTo(one.longitude, 8);
      }),
    );
  });
});

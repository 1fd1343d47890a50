import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clipLine, clipRing, type PixelPoint } from "@/lib/city/map/clip";

const CORNERS = { left: 0, top: 0, right: 100, bottom: 60 };
const coordinate = fc.integer({ min: -150, max: 250 });
const spot: fc.Arbitrary<PixelPoint> = fc.tuple(coordinate, coordinate);

const isIn = ([x, y]: PixelPoint) => x >= 0 && x <= 100 && y >= 0 && y <= 60;

function computeArea(ring: readonly PixelPoint[]): number {
  let sum = 0;
  for (const [index, [x, y]] of ring.entries()) {
    const [beforeX, beforeY] = ring.at(index - 1) ?? [x, y];
    sum += beforeX * y - x * beforeY;
  }
  return Math.abs(sum) / 2;
}

describe("clipping", () => {
  it("keeps only the part of an area inside the bounds, which is exact for a rectangle", () => {
    fc.assert(
      fc.property(spot, spot, ([ax, ay], [bx, by]) => {
        const [left, right] = [Math.min(ax, bx), Math.max(ax, bx)];
        const [top, bottom] = [Math.min(ay, by), Math.max(ay, by)];
        const stored = clipRing(
          [
            [left, top],
            [right, top],
            [right, bottom],
            [left, bottom],
          ],
          CORNERS,
        );
        const wide = Math.max(0, Math.min(right, 100) - Math.max(left, 0));
        const tall = Math.max(0, Math.min(bottom, 60) - Math.max(top, 0));
        expect(computeArea(stored)).toBe(wide * tall);
      }),
    );
    fc.assert(fc.property(fc.array(spot, { minLength: 3 }), (ring) => clipRing(ring, CORNERS).every(isIn)));
  });

  it("keeps every point of a line inside the bounds, in order", () => {
    fc.assert(
      fc.property(fc.array(spot, { minLength: 2 }), (line) => {
        const stored = clipLine(line, CORNERS).flat();
        for (const one of line.filter(isIn)) expect(stored).toContain(one);
        expect(stored.length).toBeLessThanOrEqual(2 * line.length);
        const places = stored.map((one) => line.indexOf(one));
        expect([...places].sort((a, b) => a - b).length).toBe(places.length);
      }),
    );
    expect(
      clipLine(
        [
          [-50, 10],
          [-40, 10],
          [50, 10],
          [150, 10],
          [160, 10],
        ],
        CORNERS,
      ),
    ).toEqual([
      [
        [-40, 10],
        [50, 10],
        [150, 10],
      ],
    ]);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isInPolygon, type Polygon, type Position, type Ring } from "@/lib/service-area/polygon";

/** A fraction of whole numbers with a positive denominator. */
type Fraction = readonly [bigint, bigint];

/**
 * The textbook algorithm, in exact fractions: a ray to the north crosses the edges whose ends are on either side of its
 * meridian, each at one latitude. Shares nothing with the code under test.
 */
function sideByTheBook(ring: readonly [bigint, bigint][], [x, y]: readonly [bigint, bigint]) {
  let crossings = 0;
  for (const [index, [bx, by]] of ring.slice(1).entries()) {
    const [ax, ay] = ring[index] ?? [0n, 0n];
    if (ax === bx) {
      const [low, high] = ay < by ? [ay, by] : [by, ay];
      if (x === ax && y >= low && y <= high) return "border";
      continue;
    }
    const [west, east] = ax < bx ? [ax, bx] : [bx, ax];
    if (x < west || x > east) continue;
    // The latitude of the edge on the meridian, with the width of the edge as its denominator.
    const width = bx - ax;
    const height = ay * width + (by - ay) * (x - ax);
    const crossing: Fraction = width > 0n ? [height, width] : [-height, -width];
    const difference = crossing[0] - y * crossing[1];
    if (difference === 0n) return "border";
    // An edge includes its western end; the eastern one belongs to the next edge.
    if (difference > 0n && x < east) crossings += 1;
  }
  return crossings % 2 === 1 ? "inside" : "outside";
}

const exact = (ring: Ring) =>
  ring.map(([x, y]): [bigint, bigint] => [BigInt(Math.round(x * 1e7)), BigInt(Math.round(y * 1e7))]);

function isInByTheBook(polygon: Polygon, at: Position): boolean {
  const [place = [0n, 0n]] = exact([at]);
  const [outer = "outside", ...holes] = polygon.map((ring) => sideByTheBook(exact(ring), place));
  return outer !== "outside" && (outer === "border" || holes.every((side) => side !== "inside"));
}

/** A small grid, so that places often lie on corners and borders. */
const small = fc.integer({ min: -6, max: 6 });
const tiny = small.map((steps) => steps / 1e7);
const wide = fc.integer({ min: -1_790_000_000, max: 1_790_000_000 }).map((units) => units / 1e7);
const toPosition = (degrees: fc.Arbitrary<number>) =>
  fc.tuple(
    degrees,
    degrees.map((one) => one / 2),
  );
const getRing = (degrees: fc.Arbitrary<number>) =>
  fc
    .array(toPosition(degrees), { minLength: 3, maxLength: 9 })
    .map((positions): Ring => [...positions, positions[0] ?? [0, 0]]);

const square = (west: number, south: number, size: number): Ring => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];

describe("a polygon", () => {
  it.each<[string, fc.Arbitrary<number>]>([
    ["of a few steps of the grid", small],
    ["as small as the grid allows", tiny],
    ["as wide as the Earth", wide],
  ])("%s contains exactly the points found by exact arithmetic", (_, degrees) => {
    fc.assert(
      fc.property(
        fc.array(getRing(degrees), { minLength: 1, maxLength: 3 }),
        toPosition(degrees),
        (rings, at) => {
          // tiny / 2 may lie between two steps of the grid, which both sides round alike.
          expect(isInPolygon(rings, at)).toBe(isInByTheBook(rings, at));
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it("contains its corners, its borders and the borders of its holes, but not the inside of its holes", () => {
    const polygon = [square(0, 0, 10), square(4, 4, 2)];
    const inside: Position[] = [
      [0, 0],
      [10, 5],
      [5, 10],
      [4, 4],
      [4, 5],
      [6, 6],
      [3.9999999, 5],
      [1, 1],
    ];
    const outside: Position[] = [
      [5, 5],
      [4.0000001, 5],
      [10.0000001, 5],
      [-0.0000001, 0],
      [5, 11],
    ];
    expect(inside.filter((at) => !isInPolygon(polygon, at))).toEqual([]);
    expect(outside.filter((at) => isInPolygon(polygon, at))).toEqual([]);
  });
});

/** A place as GeoJSON has it, in degrees. */
export type Position = readonly [longitude: number, latitude: number];

/** A closed line: its last position is its first. */
export type Ring = readonly Position[];

/** The outer ring first, then the holes in it. */
export type Polygon = readonly Ring[];

type Side = "inside" | "border" | "outside";

// About a centimetre. On a grid of whole numbers every answer below is exact.
const UNITS_PER_DEGREE = 1e7;

/** A position on the grid that shapes are kept and compared on. */
export function onGrid([longitude, latitude]: readonly [number, number]): Position {
  return [units(longitude) / UNITS_PER_DEGREE, units(latitude) / UNITS_PER_DEGREE];
}

const units = (degrees: number): number => Math.round(degrees * UNITS_PER_DEGREE) + 0;

/** Whether a place lies in a polygon and in none of its holes. All borders belong to it, those of its holes too. */
export function isInPolygon([outer = [], ...holes]: Polygon, at: Position): boolean {
  const side = sideOf(outer, at);
  if (side !== "inside") return side === "border";
  return holes.every((hole) => sideOf(hole, at) !== "inside");
}

/** On which side of a ring a place lies: how often a line eastwards from it crosses the ring. */
export function sideOf(ring: Ring, at: Position): Side {
  const [x, y] = [units(at[0]), units(at[1])];
  let isInside = false;
  for (let index = 1; index < ring.length; index += 1) {
    const [a, b] = [ring[index - 1], ring[index]];
    if (a === undefined || b === undefined) continue;
    const [ay, by] = [units(a[1]), units(b[1])];
    if (y < Math.min(ay, by) || y > Math.max(ay, by)) continue;
    const turned = turn(a, b, at);
    if (turned === 0 && isBetween(units(a[0]), x, units(b[0]))) return "border";
    // An end on the line counts for the edge below it alone.
    if (ay > y !== by > y && turned > 0 === by > ay) isInside = !isInside;
  }
  return isInside ? "inside" : "outside";
}

const isBetween = (one: number, x: number, other: number): boolean =>
  x >= Math.min(one, other) && x <= Math.max(one, other);

/** Positive where `c` lies to the left of the way from `a` to `b`, negative to the right, 0 on its line; exact. */
export function turn(a: Position, b: Position, c: Position): number {
  const [ax, ay] = [units(a[0]), units(a[1])];
  const [abx, aby] = [units(b[0]) - ax, units(b[1]) - ay];
  const [acx, acy] = [units(c[0]) - ax, units(c[1]) - ay];
  const rough = abx * acy - aby * acx;
  // The two products are below 2^64, so they are off by less than this together.
  if (Math.abs(rough) > 10_000) return rough;
  return Number(BigInt(abx) * BigInt(acy) - BigInt(aby) * BigInt(acx));
}

/** Whether two lines have a point in common. */
export function doMeet(a: Position, b: Position, c: Position, d: Position): boolean {
  if (!doBoxesMeet(a, b, c, d)) return false;
  const [atC, atD] = [Math.sign(turn(a, b, c)), Math.sign(turn(a, b, d))];
  const [atA, atB] = [Math.sign(turn(c, d, a)), Math.sign(turn(c, d, b))];
  return atC * atD <= 0 && atA * atB <= 0;
}

/** Whether two lines cross, each with an end on either side of the other. */
export function doCross(a: Position, b: Position, c: Position, d: Position): boolean {
  if (!doBoxesMeet(a, b, c, d)) return false;
  return (
    Math.sign(turn(a, b, c)) * Math.sign(turn(a, b, d)) < 0 &&
    Math.sign(turn(c, d, a)) * Math.sign(turn(c, d, b)) < 0
  );
}

function doBoxesMeet(a: Position, b: Position, c: Position, d: Position): boolean {
  return [0, 1].every(
    (axis) =>
      Math.max(a[axis] ?? 0, b[axis] ?? 0) >= Math.min(c[axis] ?? 0, d[axis] ?? 0) &&
      Math.max(c[axis] ?? 0, d[axis] ?? 0) >= Math.min(a[axis] ?? 0, b[axis] ?? 0),
  );
}

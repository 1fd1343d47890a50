export type Position = readonly [longitude: number, latitude: number];

export type Ring = readonly Position[];

export type Polygon = readonly Ring[];

type Side = "inside" | "border" | "outside";

// About a centimeter. Results on this grid are exact.
const UNITS_PER_DEGREE = 1e7;

export function snapToGrid([longitude, latitude]: readonly [number, number]): Position {
  return [units(longitude) / UNITS_PER_DEGREE, units(latitude) / UNITS_PER_DEGREE];
}

const units = (degrees: number): number => Math.round(degrees * UNITS_PER_DEGREE) + 0;

/** Borders, also of holes, belong to the polygon. */
export function isInPolygon([outer = [], ...holes]: Polygon, at: Position): boolean {
  const side = getSide(outer, at);
  if (side !== "inside") return side === "border";
  return holes.every((hole) => getSide(hole, at) !== "inside");
}

/** Counts how often a line to the east crosses the ring. */
export function getSide(ring: Ring, at: Position): Side {
  const [x, y] = [units(at[0]), units(at[1])];
  let isInside = false;
  for (let index = 1; index < ring.length; index += 1) {
    const [a, b] = [ring[index - 1], ring[index]];
    if (a === undefined || b === undefined) continue;
    const [ay, by] = [units(a[1]), units(b[1])];
    if (y < Math.min(ay, by) || y > Math.max(ay, by)) continue;
    const turned = orientation(a, b, at);
    if (turned === 0 && isBetween(units(a[0]), x, units(b[0]))) return "border";
    // An end on the line counts only for the edge below it.
    if (ay > y !== by > y && turned > 0 === by > ay) isInside = !isInside;
  }
  return isInside ? "inside" : "outside";
}

const isBetween = (one: number, x: number, other: number): boolean =>
  x >= Math.min(one, other) && x <= Math.max(one, other);

/** Positive if `c` is left of the line from `a` to `b`, negative if right, 0 on it; exact. */
export function orientation(a: Position, b: Position, c: Position): number {
  const [ax, ay] = [units(a[0]), units(a[1])];
  const [abx, aby] = [units(b[0]) - ax, units(b[1]) - ay];
  const [acx, acy] = [units(c[0]) - ax, units(c[1]) - ay];
  const rough = abx * acy - aby * acx;
  // Each product is below 2^64, so their rounding errors add up to less than this.
  if (Math.abs(rough) > 10_000) return rough;
  return Number(BigInt(abx) * BigInt(acy) - BigInt(aby) * BigInt(acx));
}

export function segmentsIntersect(a: Position, b: Position, c: Position, d: Position): boolean {
  if (!doBoxesMeet(a, b, c, d)) return false;
  const [atC, atD] = [Math.sign(orientation(a, b, c)), Math.sign(orientation(a, b, d))];
  const [atA, atB] = [Math.sign(orientation(c, d, a)), Math.sign(orientation(c, d, b))];
  return atC * atD <= 0 && atA * atB <= 0;
}

export function segmentsCross(a: Position, b: Position, c: Position, d: Position): boolean {
  if (!doBoxesMeet(a, b, c, d)) return false;
  return (
    Math.sign(orientation(a, b, c)) * Math.sign(orientation(a, b, d)) < 0 &&
    Math.sign(orientation(c, d, a)) * Math.sign(orientation(c, d, b)) < 0
  );
}

function doBoxesMeet(a: Position, b: Position, c: Position, d: Position): boolean {
  return [0, 1].every(
    (axis) =>
      Math.max(a[axis] ?? 0, b[axis] ?? 0) >= Math.min(c[axis] ?? 0, d[axis] ?? 0) &&
      Math.max(c[axis] ?? 0, d[axis] ?? 0) >= Math.min(a[axis] ?? 0, b[axis] ?? 0),
  );
}

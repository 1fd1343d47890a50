import {
  getSide,
  orientation,
  type Polygon,
  type Position,
  type Ring,
  segmentsCross,
  segmentsIntersect,
  snapToGrid,
} from "@/lib/service-area/polygon";

export const MAX_ZONE_POSITIONS = 2000;

export type ShapeProblemCode =
  | "not_a_shape"
  | "not_a_list"
  | "too_few_positions"
  | "too_many_positions"
  | "not_closed"
  | "not_a_position"
  | "longitude"
  | "latitude"
  | "repeated_position"
  | "antimeridian"
  | "crosses_itself"
  | "hole_outside";

export interface ShapeProblem {
  readonly path: string;
  readonly code: ShapeProblemCode;
}

/** Reads a GeoJSON Polygon or MultiPolygon and lists all its problems. Drops altitudes and rounds to seven decimals. */
export function readShape(geometry: unknown): { polygons: Polygon[]; problems: ShapeProblem[] } {
  const { type, coordinates } = asRecord(geometry);
  const problems: ShapeProblem[] = [];
  const sent: [path: string, polygon: unknown][] =
    type === "Polygon"
      ? [["coordinates", coordinates]]
      : type === "MultiPolygon" && Array.isArray(coordinates) && coordinates.length > 0
        ? coordinates.map((polygon, index) => [`coordinates.${index}`, polygon])
        : [];
  if (sent.length === 0) {
    const isShape = type === "MultiPolygon";
    problems.push(
      isShape ? { path: "coordinates", code: "not_a_list" } : { path: "type", code: "not_a_shape" },
    );
  }
  if (countPositions(sent.map(([, polygon]) => polygon)) > MAX_ZONE_POSITIONS) {
    return { polygons: [], problems: [{ path: "coordinates", code: "too_many_positions" }] };
  }
  const polygons = sent.map(([path, polygon]) => readPolygon(polygon, path, problems));
  return { polygons: problems.length === 0 ? polygons : [], problems };
}

export const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};

function countPositions(value: unknown): number {
  if (!Array.isArray(value)) return 0;
  if (typeof value[0] === "number") return 1;
  return value.reduce<number>((sum, part) => sum + countPositions(part), 0);
}

function readPolygon(sent: unknown, path: string, problems: ShapeProblem[]): Polygon {
  if (!Array.isArray(sent) || sent.length === 0) {
    problems.push({ path, code: "not_a_list" });
    return [];
  }
  const before = problems.length;
  const rings = sent.map((ring, index) => readRing(ring, `${path}.${index}`, problems));
  const [outer, ...holes] = rings;
  // Invalid rings cannot be checked further.
  if (outer === undefined || problems.length > before) return rings;
  for (const [index, hole] of holes.entries()) {
    if (!isWithin(hole, outer)) problems.push({ path: `${path}.${index + 1}`, code: "hole_outside" });
  }
  return rings;
}

function readRing(sent: unknown, path: string, problems: ShapeProblem[]): Ring {
  if (!Array.isArray(sent)) {
    problems.push({ path, code: "not_a_list" });
    return [];
  }
  const found: ShapeProblem[] = [];
  const ring = sent.map((position, index) => readPosition(position, `${path}.${index}`, found));
  if (ring.length < 4) found.push({ path, code: "too_few_positions" });
  if (found.length === 0) found.push(...ringProblems(ring, path));
  problems.push(...found);
  return ring;
}

function readPosition(sent: unknown, path: string, problems: ShapeProblem[]): Position {
  const [longitude, latitude, ...rest]: unknown[] = Array.isArray(sent) ? sent : [];
  if (typeof longitude !== "number" || typeof latitude !== "number" || rest.length > 1) {
    problems.push({ path, code: "not_a_position" });
    return [0, 0];
  }
  if (!(Math.abs(longitude) <= 180)) problems.push({ path, code: "longitude" });
  if (!(Math.abs(latitude) <= 90)) problems.push({ path, code: "latitude" });
  return snapToGrid([longitude, latitude]);
}

const isSame = (a: Position | undefined, b: Position | undefined): boolean =>
  a?.[0] === b?.[0] && a?.[1] === b?.[1];

function ringProblems(ring: Ring, path: string): ShapeProblem[] {
  const found: ShapeProblem[] = [];
  if (!isSame(ring[0], ring.at(-1))) found.push({ path, code: "not_closed" });
  for (const [a, b, index] of getEdges(ring)) {
    if (isSame(a, b)) found.push({ path: `${path}.${index}`, code: "repeated_position" });
    // The shortest line between them crosses the antimeridian.
    if (Math.abs(a[0] - b[0]) > 180) found.push({ path: `${path}.${index}`, code: "antimeridian" });
  }
  if (found.length === 0 && doesCrossItself(ring)) found.push({ path, code: "crosses_itself" });
  return found;
}

const getEdges = (ring: Ring): [Position, Position, number][] =>
  ring.slice(1).map((position, index) => [ring[index] ?? position, position, index + 1]);

/** Whether two non-adjacent edges touch, or two adjacent edges overlap. */
function doesCrossItself(ring: Ring): boolean {
  const edges = getEdges(ring);
  return edges.some(([a, b, place], index) => {
    const [, next] = edges[(index + 1) % edges.length] ?? [];
    if (next !== undefined && orientation(a, b, next) === 0 && isBackwards(a, b, next)) return true;
    return edges
      .slice(index + 2, place === 1 ? -1 : undefined)
      .some(([c, d]) => segmentsIntersect(a, b, c, d));
  });
}

const isBackwards = (a: Position, b: Position, c: Position): boolean =>
  (a[0] - b[0]) * (c[0] - b[0]) + (a[1] - b[1]) * (c[1] - b[1]) > 0;

function isWithin(hole: Ring, outer: Ring): boolean {
  if (hole.some((position) => getSide(outer, position) === "outside")) return false;
  const outerEdges = getEdges(outer);
  return !getEdges(hole).some(([a, b]) => outerEdges.some(([c, d]) => segmentsCross(a, b, c, d)));
}

export function buildShape(polygons: readonly Polygon[]) {
  const [first] = polygons;
  return first !== undefined && polygons.length === 1
    ? { type: "Polygon", coordinates: first }
    : { type: "MultiPolygon", coordinates: polygons };
}

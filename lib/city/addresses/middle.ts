import type { Place } from "@/lib/geocoding/flat";
import type { Feature, Position, Ring } from "@/packages/city/extract/feature";

export const placeOf = ([longitude, latitude]: Position): Place => ({ latitude, longitude });

/** A point inside an area, or the middle of a line; null for an empty feature. */
export function middleOf(feature: Feature): Place | null {
  if (feature.kind === "point") return placeOf(feature.position);
  if (feature.kind === "area") {
    const largest = feature.polygons.reduce<readonly Ring[]>(
      (best, polygon) => (sizeOf(polygon[0]) > sizeOf(best[0]) ? polygon : best),
      feature.polygons[0] ?? [],
    );
    return insideOf(largest);
  }
  if (feature.isClosed) return insideOf([feature.line]);
  const middle = feature.line[Math.floor(feature.line.length / 2)];
  return middle === undefined ? null : placeOf(middle);
}

export function contains(polygon: readonly Ring[], { latitude, longitude }: Place): boolean {
  let isIn = false;
  for (const ring of polygon) {
    for (const [[x1, y1], [x2, y2]] of sidesOf(ring)) {
      if (y1 > latitude !== y2 > latitude && longitude < x1 + ((latitude - y1) / (y2 - y1)) * (x2 - x1)) {
        isIn = !isIn;
      }
    }
  }
  return isIn;
}

/** Returns the area of a ring in square degrees, for comparison only. */
export function sizeOf(ring: Ring | undefined): number {
  let twice = 0;
  for (const [[x1, y1], [x2, y2]] of sidesOf(ring ?? [])) twice += x1 * y2 - x2 * y1;
  return Math.abs(twice) / 2;
}

/** The centre of gravity or, if it is outside, the middle of the widest stretch at its latitude. */
function insideOf(polygon: readonly Ring[]): Place | null {
  const [outer] = polygon;
  const first = outer?.[0];
  if (outer === undefined || first === undefined) return null;
  let [twice, x, y] = [0, 0, 0];
  const [originX, originY] = first;
  for (const [[ax, ay], [bx, by]] of sidesOf(outer)) {
    // Relative to the first corner, so that squared degrees keep their precision.
    const [x1, y1, x2, y2] = [ax - originX, ay - originY, bx - originX, by - originY];
    const cross = x1 * y2 - x2 * y1;
    twice += cross;
    x += (x1 + x2) * cross;
    y += (y1 + y2) * cross;
  }
  if (twice === 0) return placeOf(first);
  const centre = { longitude: originX + x / (3 * twice), latitude: originY + y / (3 * twice) };
  if (contains(polygon, centre)) return centre;
  const crossings = polygon
    .flatMap((ring) => [...sidesOf(ring)])
    .filter(([[, y1], [, y2]]) => y1 > centre.latitude !== y2 > centre.latitude)
    .map(([[x1, y1], [x2, y2]]) => x1 + ((centre.latitude - y1) / (y2 - y1)) * (x2 - x1))
    .sort((a, b) => a - b);
  let widest: [number, number] = [originX, originX];
  for (let index = 0; index + 1 < crossings.length; index += 2) {
    const [from = 0, to = 0] = crossings.slice(index, index + 2);
    if (to - from > widest[1] - widest[0]) widest = [from, to];
  }
  if (widest[0] === widest[1]) return placeOf(first);
  return { longitude: (widest[0] + widest[1]) / 2, latitude: centre.latitude };
}

function* sidesOf(ring: Ring): Generator<[Position, Position]> {
  for (let index = 0; index + 1 < ring.length; index += 1) {
    const [from, to] = [ring[index], ring[index + 1]];
    if (from !== undefined && to !== undefined) yield [from, to];
  }
}

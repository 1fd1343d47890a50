import type { Place } from "@/lib/geocoding/flat";
import type { Feature, Position, Ring } from "@/packages/city/extract/feature";
import { isWithinRing } from "@/packages/city/extract/rings";
import { pointWithin } from "@/packages/city/map/point-within";

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

export function contains([outer = [], ...holes]: readonly Ring[], { latitude, longitude }: Place): boolean {
  const position = [longitude, latitude] as const;
  return isWithinRing(position, outer) && !holes.some((hole) => isWithinRing(position, hole));
}

/** In square degrees, for comparison only. */
export function sizeOf(ring: Ring = []): number {
  let twice = 0;
  for (const [index, [x2, y2]] of ring.entries()) {
    const [x1, y1] = ring[index - 1] ?? [x2, y2];
    twice += x1 * y2 - x2 * y1;
  }
  return Math.abs(twice) / 2;
}

function insideOf([outer = [], ...holes]: readonly Ring[]): Place | null {
  return outer.length === 0 ? null : placeOf(pointWithin(outer, holes));
}

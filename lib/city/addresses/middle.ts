import type { Point } from "@/lib/point";
import type { Feature, Position, Ring } from "@/packages/city/extract/feature";
import { isWithinRing } from "@/packages/city/extract/rings";
import { pointWithin } from "@/packages/city/map/point-within";

export const toPlace = ([longitude, latitude]: Position): Point => ({ latitude, longitude });

/** A point inside an area, or the middle of a line; null for an empty feature. */
export function findMiddle(feature: Feature): Point | null {
  if (feature.kind === "point") return toPlace(feature.position);
  if (feature.kind === "area") {
    const largest = feature.polygons.reduce<readonly Ring[]>(
      (best, polygon) => (computeArea(polygon[0]) > computeArea(best[0]) ? polygon : best),
      feature.polygons[0] ?? [],
    );
    return getMarkerInside(largest);
  }
  if (feature.isClosed) return getMarkerInside([feature.line]);
  const middle = feature.line[Math.floor(feature.line.length / 2)];
  return middle === undefined ? null : toPlace(middle);
}

export function contains([outer = [], ...holes]: readonly Ring[], { latitude, longitude }: Point): boolean {
  const position = [longitude, latitude] as const;
  return isWithinRing(position, outer) && !holes.some((hole) => isWithinRing(position, hole));
}

/** In square degrees, for comparison only. */
export function computeArea(ring: Ring = []): number {
  let twice = 0;
  for (const [index, [x2, y2]] of ring.entries()) {
    const [x1, y1] = ring[index - 1] ?? [x2, y2];
    twice += x1 * y2 - x2 * y1;
  }
  return Math.abs(twice) / 2;
}

function getMarkerInside([outer = [], ...holes]: readonly Ring[]): Point | null {
  return outer.length === 0 ? null : toPlace(pointWithin(outer, holes));
}

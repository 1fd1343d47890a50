import type { MapLine } from "@/components/map/map-marker";
import { routeLines } from "@/components/map/route-lines";
import type { Point } from "@/lib/point";
import { greatCircleMeters } from "@/lib/routing/geo";
import { bearing, pathLength, projectOnPath, slicePath, slicePathFrom } from "@/lib/routing/path";

const ON_LINE_METERS = 40;
/** A device's position is imprecise: within this distance of the route, the courier still follows it. */
const ON_WAY_METERS = 150;
/** A road route longer than this multiple of the straight line is a loop. */
const MAX_DETOUR = 2.5;

export function splitRouteAt(
  way: readonly Point[],
  at: Point | null,
): { readonly driven: readonly Point[]; readonly ahead: readonly Point[] } {
  if (at === null) return { driven: [], ahead: way };
  const { meters, offMeters } = projectOnPath(way, at);
  if (offMeters > ON_WAY_METERS) return { driven: [], ahead: way };
  const here = { latitude: at.latitude, longitude: at.longitude };
  return {
    driven: [...way.slice(0, 1), ...slicePath(way, 0, meters), here],
    ahead: [here, ...slicePathFrom(way, meters)],
  };
}

/** `next` is the index of the courier's leg; null while no leg has begun. */
export const toLegLines = (
  legs: readonly { readonly points: readonly Point[]; readonly door: Point }[],
  next: number | null,
  courier: Point | null,
): MapLine[] =>
  legs.flatMap(({ points, door }, index) => {
    const isBehind = next !== null && index < next;
    const parts = index === next ? splitRouteAt(points, courier) : { driven: [], ahead: points };
    const lines = routeLines(isBehind ? { driven: points, ahead: [], door: null } : { ...parts, door });
    return lines.map((line) => ({ ...line, id: `${line.id} ${index}` }));
  });

export function sliceRoute(line: readonly Point[], from: Point, to: Point): Point[] {
  const [start, end] = [projectOnPath(line, from), projectOnPath(line, to)];
  if (Math.max(start.offMeters, end.offMeters) > ON_LINE_METERS || end.meters < start.meters)
    return [from, to];
  const along = [from, ...slicePath(line, start.meters, end.meters), to];
  return pathLength(along) > MAX_DETOUR * greatCircleMeters(from, to) + ON_LINE_METERS ? [from, to] : along;
}

export function remainingRoute(way: readonly Point[], part: number): { left: Point[]; heading: number } {
  let meters = pathLength(way) * Math.min(1, Math.max(0, part));
  for (const [index, to] of way.entries()) {
    const from = way[index - 1];
    if (from === undefined) continue;
    const length = greatCircleMeters(from, to);
    if (meters <= length && length > 0) {
      const fraction = meters / length;
      const at = {
        latitude: from.latitude + (to.latitude - from.latitude) * fraction,
        longitude: from.longitude + (to.longitude - from.longitude) * fraction,
      };
      return { left: [at, ...way.slice(index)], heading: bearing(from, to) };
    }
    meters -= length;
  }
  return { left: way.slice(-1), heading: 0 };
}

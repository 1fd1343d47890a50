import type { Point } from "@/lib/point";
import type { Schedule } from "@/lib/service-area/opening-hours";
import { isInPolygon, type Polygon, type Ring } from "@/lib/service-area/polygon";

/** The time zone is found from its position. */
export interface Zone extends Schedule {
  readonly name: string;
  /** Number of orders without a courier at which the zone is paused; null without a limit. */
  readonly waitingLimit: number | null;
  readonly polygons: readonly Polygon[];
}

const isInZone = ({ polygons }: Zone, { latitude, longitude }: Point): boolean =>
  polygons.some((polygon) => isInPolygon(polygon, [longitude, latitude]));

export const findZone = (zones: readonly Zone[], place: Point): Zone | undefined =>
  zones.find((zone) => isInZone(zone, place));

/** Finds the smallest zone around a place: of a zone inside another one, the inner. */
export function findInnermostZone(zones: readonly Zone[], place: Point): Zone | undefined {
  const around = zones.filter((zone) => isInZone(zone, place));
  return around.toSorted((a, b) => getSize(a) - getSize(b))[0];
}

const sizes = new WeakMap<Zone, number>();

/** In square degrees, which compare zones of one place. */
function getSize(zone: Zone): number {
  const known = sizes.get(zone);
  if (known !== undefined) return known;
  const size = zone.polygons.reduce((sum, [outer = [], ...holes]) => {
    return sum + getRingSize(outer) - holes.reduce((all, hole) => all + getRingSize(hole), 0);
  }, 0);
  sizes.set(zone, size);
  return size;
}

function getRingSize(ring: Ring): number {
  let doubled = 0;
  for (const [index, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y];
    doubled += x * nextY - nextX * y;
  }
  return Math.abs(doubled) / 2;
}

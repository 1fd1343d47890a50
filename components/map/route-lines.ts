import type { MapLine } from "@/components/map/map-marker";
import type { Point } from "@/lib/point";
import { greatCircleMeters } from "@/lib/routing/geo";

/** Closer than this, the road ends at the door. */
const AT_DOOR_METERS = 12;

export function routeLines(way: {
  readonly driven?: readonly Point[];
  readonly ahead: readonly Point[];
  readonly door: Point | null;
}): MapLine[] {
  const { driven = [], ahead, door } = way;
  const end = ahead.at(-1);
  const isShort = end === undefined || door === null || greatCircleMeters(end, door) <= AT_DOOR_METERS;
  const lines: MapLine[] = [
    { id: "driven", role: "driven", points: driven },
    { id: "door", role: "door", points: isShort ? [] : [end, door] },
    { id: "route", points: ahead },
  ];
  return lines.filter(({ points }) => points.length > 1);
}

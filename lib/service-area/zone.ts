import type { Point } from "@/lib/point";
import { isOpenAt, nextOpening, type OpeningHours } from "@/lib/service-area/opening-hours";
import { isInPolygon, type Polygon } from "@/lib/service-area/polygon";

export interface Zone {
  readonly name: string;
  readonly hours: OpeningHours;
  /** IANA name, found from the zone's position. */
  readonly timeZone: string;
  readonly polygons: readonly Polygon[];
}

const isInZone = ({ polygons }: Zone, { latitude, longitude }: Point): boolean =>
  polygons.some((polygon) => isInPolygon(polygon, [longitude, latitude]));

export const findZone = (zones: readonly Zone[], place: Point): Zone | undefined =>
  zones.find((zone) => isInZone(zone, place));

export type UnservedReason =
  | { readonly reason: "outside" }
  | { readonly reason: "closed"; readonly opensAt: Date | null };

export function findUnservedReason(zones: readonly Zone[], place: Point, at: Date): UnservedReason | null {
  const around = zones.filter((zone) => isInZone(zone, place));
  if (around.length === 0) return { reason: "outside" };
  if (around.some(({ hours, timeZone }) => isOpenAt(hours, timeZone, at))) return null;
  const openings = around.flatMap(({ hours, timeZone }) => nextOpening(hours, timeZone, at) ?? []);
  return { reason: "closed", opensAt: openings.sort((a, b) => a.getTime() - b.getTime())[0] ?? null };
}

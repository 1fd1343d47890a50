import { isOpenAt, type OpeningHours, opensAfter } from "@/lib/service-area/opening-hours";
import { isInPolygon, type Polygon } from "@/lib/service-area/polygon";

/** A part of the service area. */
export interface Zone {
  /** Unique among the zones. */
  readonly name: string;
  readonly hours: OpeningHours;
  /** IANA time zone of the opening hours, found from where the zone is. */
  readonly timeZone: string;
  readonly polygons: readonly Polygon[];
}

/** An order's pickup or dropoff, in degrees. */
interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** Why a place is not served at an instant. */
export type Unserved =
  | { readonly reason: "outside" }
  /** All zones around it are closed then; `opensAt` is null if none opens within two weeks. */
  | { readonly reason: "closed"; readonly opensAt: Date | null };

/** Returns why no zone serves a place at an instant; null if one does. */
export function whyUnserved(
  zones: readonly Zone[],
  { latitude, longitude }: Place,
  at: Date,
): Unserved | null {
  const around = zones.filter(({ polygons }) =>
    polygons.some((polygon) => isInPolygon(polygon, [longitude, latitude])),
  );
  if (around.length === 0) return { reason: "outside" };
  if (around.some(({ hours, timeZone }) => isOpenAt(hours, timeZone, at))) return null;
  const openings = around.flatMap(({ hours, timeZone }) => opensAfter(hours, timeZone, at) ?? []);
  return { reason: "closed", opensAt: openings.sort((a, b) => a.getTime() - b.getTime())[0] ?? null };
}

import type { Ring } from "@/lib/service-area/polygon";

/** Returns a closed square with sides of this many degrees. */
export const square = (west: number, south: number, size: number): Ring => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];

/** Returns a GeoJSON file of zones, as an operator uploads it. */
export function zoneFile(
  ...zones: {
    name?: unknown;
    hours?: unknown;
    specialHours?: unknown;
    waitingLimit?: unknown;
    rings?: unknown;
    more?: readonly unknown[];
  }[]
): string {
  const features = zones.map(({ name, hours, specialHours, waitingLimit, rings, more }) => ({
    type: "Feature",
    properties: {
      name,
      ...(hours === undefined ? {} : { hours }),
      ...(specialHours === undefined ? {} : { special_hours: specialHours }),
      ...(waitingLimit === undefined ? {} : { waiting_limit: waitingLimit }),
    },
    geometry:
      more === undefined
        ? { type: "Polygon", coordinates: rings }
        : { type: "MultiPolygon", coordinates: [rings, ...more] },
  }));
  return JSON.stringify({ type: "FeatureCollection", features });
}

import type { Ring } from "@/lib/service-area/polygon";

/** A square of so many degrees, closed. */
export const square = (west: number, south: number, size: number): Ring => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];

/** A GeoJSON file of zones, as an operator brings it. */
export function zoneFile(
  ...zones: { name?: unknown; hours?: unknown; rings?: unknown; more?: readonly unknown[] }[]
): string {
  const features = zones.map(({ name, hours, rings, more }) => ({
    type: "Feature",
    properties: { name, ...(hours === undefined ? {} : { hours }) },
    geometry:
      more === undefined
        ? { type: "Polygon", coordinates: rings }
        : { type: "MultiPolygon", coordinates: [rings, ...more] },
  }));
  return JSON.stringify({ type: "FeatureCollection", features });
}

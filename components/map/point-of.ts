import type { LngLat } from "maplibre-gl";
import type { Point } from "@/lib/routing/geo";

// About 0.1 m, the precision of prices.
const DECIMALS = 6;

export function pointOf({ lat, lng }: Pick<LngLat, "lat" | "lng">): Point {
  // A map dragged around the globe keeps counting degrees.
  const wrapped = ((((lng + 180) % 360) + 360) % 360) - 180;
  return { latitude: Number(lat.toFixed(DECIMALS)), longitude: Number(wrapped.toFixed(DECIMALS)) };
}

import type { Point } from "@/lib/point";

export const METERS_PER_DEGREE = 111_195;

const EARTH_RADIUS_METERS = 6_371_008.8;

export const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Rounds to six decimals, about 0.1 m, as phones report positions. */
export const toDecimeter = ({ latitude, longitude }: Point): Point => ({
  latitude: Number(latitude.toFixed(6)),
  longitude: Number(longitude.toFixed(6)),
});

/** In meters, by the haversine formula; correct across the antimeridian and at the poles. */
export function greatCircleMeters(a: Point, b: Point): number {
  const latitudeSine = Math.sin(toRadians(b.latitude - a.latitude) / 2);
  const longitudeSine = Math.sin(toRadians(b.longitude - a.longitude) / 2);
  const h =
    latitudeSine ** 2 +
    Math.cos(toRadians(a.latitude)) * Math.cos(toRadians(b.latitude)) * longitudeSine ** 2;
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(h)));
}

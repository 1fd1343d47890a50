import type { Point } from "@/lib/point";

const PAIR = /^\s*(-?\d{1,2}\.\d+)[\s,;]+(-?\d{1,3}\.\d+)\s*$/;

/** Latitude first, as maps copy them; null when the text is no pair of decimal degrees. */
export function readTypedPoint(text: string): Point | null {
  const [, latitude, longitude] = PAIR.exec(text) ?? [];
  const point = { latitude: Number(latitude), longitude: Number(longitude) };
  return Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180 ? point : null;
}

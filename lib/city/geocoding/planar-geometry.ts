import type { Point } from "@/lib/point";

const METERS_PER_DEGREE = 111_195;

const cosine = (latitude: number): number => Math.cos((latitude * Math.PI) / 180);

/** As on a flat map, accurate to a thousandth within a city. */
export function metersBetween(a: Point, b: Point): number {
  const north = (b.latitude - a.latitude) * METERS_PER_DEGREE;
  const east = (b.longitude - a.longitude) * METERS_PER_DEGREE * cosine((a.latitude + b.latitude) / 2);
  return Math.hypot(north, east);
}

export function closestPointOnSegment(place: Point, from: Point, to: Point): Point {
  const scale = cosine(place.latitude);
  const east = (to.longitude - from.longitude) * scale;
  const north = to.latitude - from.latitude;
  const length = east * east + north * north;
  const along = (place.longitude - from.longitude) * scale * east + (place.latitude - from.latitude) * north;
  return interpolate(from, to, length === 0 ? 0 : Math.min(Math.max(along / length, 0), 1));
}

export function interpolate(from: Point, to: Point, share: number): Point {
  return {
    latitude: from.latitude + (to.latitude - from.latitude) * share,
    longitude: from.longitude + (to.longitude - from.longitude) * share,
  };
}

export function boxAround({ latitude, longitude }: Point, meters: number) {
  const north = meters / METERS_PER_DEGREE;
  const east = north / Math.max(cosine(Math.abs(latitude) + north), 0.01);
  return { south: latitude - north, north: latitude + north, west: longitude - east, east: longitude + east };
}

/** Cells are squares with sides of this many degrees; 222 m from south to north. */
const CELL_DEGREES = 0.002;
const CELLS_IN_ROW = 360 / CELL_DEGREES;

const toRow = (latitude: number): number => Math.floor((latitude + 90) / CELL_DEGREES);
const toColumn = (longitude: number): number => Math.floor((longitude + 180) / CELL_DEGREES);

export function toCell({ latitude, longitude }: Point): number {
  return toRow(latitude) * CELLS_IN_ROW + toColumn(longitude);
}

export function cellsAround(place: Point, meters: number): number[] {
  const { south, north, west, east } = boxAround(place, meters);
  const cells: number[] = [];
  for (let row = toRow(south); row <= toRow(north); row += 1) {
    for (let column = toColumn(west); column <= toColumn(east); column += 1) {
      cells.push(row * CELLS_IN_ROW + column);
    }
  }
  return cells;
}

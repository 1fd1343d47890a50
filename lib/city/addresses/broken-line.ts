import { MAX_PIECE_METERS } from "@/lib/city/geocoding/city-row";
import { closestPointOnSegment, interpolate, metersBetween } from "@/lib/city/geocoding/planar-geometry";
import type { Point } from "@/lib/point";

/** Corners closer than this to the straight line between their neighbors are dropped. */
const STRAIGHT_METERS = 3;

type Polyline = readonly Point[];

/** The distance in meters, capped at `within`, so that lines whose box is too far away are skipped. */
export function distanceToLines(lines: readonly Polyline[], place: Point, within: number): number {
  let least = within;
  for (const line of lines) {
    if (metersBetween(place, nearestInBox(place, toBox(line))) >= least) continue;
    let from = line[0];
    for (const to of line) {
      if (from !== undefined)
        least = Math.min(least, metersBetween(place, closestPointOnSegment(place, from, to)));
      from = to;
    }
  }
  return least;
}

type Box = Readonly<Record<"south" | "north" | "west" | "east", number>>;

const boxes = new WeakMap<Polyline, Box>();

function toBox(line: Polyline): Box {
  const known = boxes.get(line);
  if (known !== undefined) return known;
  const box = { south: Infinity, north: -Infinity, west: Infinity, east: -Infinity };
  for (const { latitude, longitude } of line) {
    box.south = Math.min(box.south, latitude);
    box.north = Math.max(box.north, latitude);
    box.west = Math.min(box.west, longitude);
    box.east = Math.max(box.east, longitude);
  }
  boxes.set(line, box);
  return box;
}

const nearestInBox = ({ latitude, longitude }: Point, { south, north, west, east }: Box): Point => ({
  latitude: Math.min(Math.max(latitude, south), north),
  longitude: Math.min(Math.max(longitude, west), east),
});

/** Straight pieces of at most MAX_PIECE_METERS; drops corners within STRAIGHT_METERS. */
export function cutIntoPieces(line: Polyline): [Point, Point][] {
  const pieces: [Point, Point][] = [];
  const corners = straightened(line);
  for (const [index, to] of corners.entries()) {
    const from = corners[index - 1];
    if (from === undefined) continue;
    const parts = Math.ceil(metersBetween(from, to) / MAX_PIECE_METERS);
    for (let part = 0; part < parts; part += 1) {
      pieces.push([interpolate(from, to, part / parts), interpolate(from, to, (part + 1) / parts)]);
    }
  }
  return pieces;
}

export function getMiddle(lines: readonly Polyline[]): Point {
  const measured = lines.map((line) => ({ line, meters: computeLength(line) }));
  return placeAlong(measured.reduce((best, one) => (one.meters > best.meters ? one : best)).line, 0.5);
}

export function placeAlong(line: Polyline, share: number): Point {
  let left = computeLength(line) * share;
  let from = line[0] as Point;
  for (const to of line) {
    const meters = metersBetween(from, to);
    if (meters > 0 && meters >= left) return interpolate(from, to, left / meters);
    left -= meters;
    from = to;
  }
  return from;
}

function computeLength(line: Polyline): number {
  return line.reduce((sum, to, index) => sum + metersBetween(line[index - 1] ?? to, to), 0);
}

function straightened(line: Polyline): Polyline {
  const [first, last] = [line[0], line.at(-1)];
  if (first === undefined || last === undefined || line.length < 3) return line;
  let [corner, furthest] = [0, STRAIGHT_METERS];
  for (let index = 1; index < line.length - 1; index += 1) {
    const place = line[index] as Point;
    const away = metersBetween(place, closestPointOnSegment(place, first, last));
    if (away > furthest) [corner, furthest] = [index, away];
  }
  // A ring starts and ends in one place, so its furthest corner is not a bend in a straight line.
  if (corner === 0) return [first, last];
  return [...straightened(line.slice(0, corner + 1)), ...straightened(line.slice(corner)).slice(1)];
}

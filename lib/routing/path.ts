import type { Point } from "@/lib/point";
import { greatCircleMeters, METERS_PER_DEGREE, toRadians } from "@/lib/routing/geo";

/** A courier farther from a planned path is on another road, so the path no longer applies. */
export const OFF_ROUTE_METERS = 400;

export function pathLength(points: readonly Point[]): number {
  return getSegments(points).reduce((sum, { meters }) => sum + meters, 0);
}

/** Distance along a line to its nearest point, and distance of the given point from the line. */
export function projectOnPath(points: readonly Point[], point: Point): { meters: number; offMeters: number } {
  let best = { meters: 0, offMeters: points[0] ? greatCircleMeters(points[0], point) : Infinity };
  let before = 0;
  for (const { from, to, meters } of getSegments(points)) {
    const fraction = nearestFraction(from, to, point);
    const offMeters = greatCircleMeters(between(from, to, fraction), point);
    if (offMeters < best.offMeters) best = { meters: before + meters * fraction, offMeters };
    before += meters;
  }
  return best;
}

/** `heading` in degrees from north. */
export function pointAtDistance(points: readonly Point[], meters: number): { point: Point; heading: number } {
  const segments = getSegments(points);
  let left = Math.max(0, meters);
  for (const segment of segments) {
    if (left <= segment.meters) {
      const fraction = segment.meters === 0 ? 0 : left / segment.meters;
      return {
        point: between(segment.from, segment.to, fraction),
        heading: bearing(segment.from, segment.to),
      };
    }
    left -= segment.meters;
  }
  const last = segments.at(-1);
  const end = points.at(-1);
  if (end === undefined) throw new RangeError("A path has points");
  return { point: end, heading: last === undefined ? 0 : bearing(last.from, last.to) };
}

export function slicePathFrom(points: readonly Point[], meters: number): Point[] {
  let before = 0;
  return getSegments(points).flatMap(({ to, meters: length }) => {
    before += length;
    return before > meters ? [to] : [];
  });
}

export function slicePath(points: readonly Point[], after: number, until: number): Point[] {
  let before = 0;
  return getSegments(points).flatMap(({ from, meters: length }) => {
    const inner = before > after && before < until ? [from] : [];
    before += length;
    return inner;
  });
}

/** Degrees clockwise from true north, from 0 to below 360. */
export function bearing(from: Point, to: Point): number {
  const [a, b] = [toRadians(from.latitude), toRadians(to.latitude)];
  const turn = toRadians(to.longitude - from.longitude);
  const angle = Math.atan2(
    Math.sin(turn) * Math.cos(b),
    Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(turn),
  );
  return ((angle * 180) / Math.PI + 360) % 360;
}

export function destinationPoint(from: Point, heading: number, meters: number): Point {
  const north = (Math.cos(toRadians(heading)) * meters) / METERS_PER_DEGREE;
  const shrink = Math.max(0.01, Math.cos(toRadians(from.latitude)));
  const east = (Math.sin(toRadians(heading)) * meters) / METERS_PER_DEGREE / shrink;
  return {
    latitude: Math.min(90, Math.max(-90, from.latitude + north)),
    longitude: wrap(from.longitude + east),
  };
}

/** A longitude, or a difference of two, the short way around. */
const wrap = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180;

function getSegments(points: readonly Point[]): { from: Point; to: Point; meters: number }[] {
  return points.slice(1).map((to, index) => {
    const from = points[index] as Point;
    return { from, to, meters: greatCircleMeters(from, to) };
  });
}

function between(from: Point, to: Point, fraction: number): Point {
  return {
    latitude: from.latitude + (to.latitude - from.latitude) * fraction,
    longitude: wrap(from.longitude + wrap(to.longitude - from.longitude) * fraction),
  };
}

/** The nearest position on a segment, from 0 to 1, computed on a plane, which is accurate for a street. */
function nearestFraction(from: Point, to: Point, point: Point): number {
  const shrink = Math.cos(toRadians(from.latitude));
  const [x, y] = [wrap(to.longitude - from.longitude) * shrink, to.latitude - from.latitude];
  const [px, py] = [wrap(point.longitude - from.longitude) * shrink, point.latitude - from.latitude];
  const square = x * x + y * y;
  return square === 0 ? 0 : Math.min(1, Math.max(0, (px * x + py * y) / square));
}

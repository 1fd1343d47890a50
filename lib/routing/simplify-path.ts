import { greatCircleMeters, type Point } from "@/lib/routing/geo";

/** No point is farther than this from the given line (Douglas and Peucker). Its ends stay. */
export function simplifyPath(points: readonly Point[], withinMeters: number): Point[] {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined || points.length < 3) return [...points];
  let [farthest, meters] = [0, 0];
  for (const [index, point] of points.entries()) {
    const off = metersOff(point, first, last);
    if (off > meters) [farthest, meters] = [index, off];
  }
  if (meters <= withinMeters) return [first, last];
  const before = simplifyPath(points.slice(0, farthest + 1), withinMeters);
  return [...before.slice(0, -1), ...simplifyPath(points.slice(farthest), withinMeters)];
}

/** On a plane that is accurate within a city. */
function metersOff(point: Point, from: Point, to: Point): number {
  const shrink = Math.cos((from.latitude * Math.PI) / 180);
  const [x, y] = [(to.longitude - from.longitude) * shrink, to.latitude - from.latitude];
  const [px, py] = [(point.longitude - from.longitude) * shrink, point.latitude - from.latitude];
  const square = x * x + y * y;
  const along = square === 0 ? 0 : Math.min(1, Math.max(0, (px * x + py * y) / square));
  return greatCircleMeters(point, {
    latitude: from.latitude + (to.latitude - from.latitude) * along,
    longitude: from.longitude + (to.longitude - from.longitude) * along,
  });
}

import type { Point } from "@/lib/point";
import { projectOnPath } from "@/lib/routing/path";

/** No point is farther than this from the given line (Douglas and Peucker). Its ends stay. */
export function simplifyPath(points: readonly Point[], withinMeters: number): Point[] {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined || points.length < 3) return [...points];
  let [farthest, meters] = [0, 0];
  for (const [index, point] of points.entries()) {
    const off = projectOnPath([first, last], point).offMeters;
    if (off > meters) [farthest, meters] = [index, off];
  }
  if (meters <= withinMeters) return [first, last];
  const before = simplifyPath(points.slice(0, farthest + 1), withinMeters);
  return [...before.slice(0, -1), ...simplifyPath(points.slice(farthest), withinMeters)];
}

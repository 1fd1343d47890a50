import type { Position, Ring } from "@/packages/city/extract/feature";
import { isWithinRing } from "@/packages/city/extract/rings";

/** The center of mass or, if it is outside, the middle of the widest part. */
export function pointWithin(outer: Ring, holes: readonly Ring[]): Position {
  const center = getCenter(outer);
  if (isWithinRing(center, outer) && !holes.some((hole) => isWithinRing(center, hole))) return center;
  const latitude = center[1];
  const crossings = [outer, ...holes].flatMap((ring) => crossingsAt(latitude, ring)).sort((a, b) => a - b);
  let widest: Position = center;
  let width = -1;
  for (let index = 0; index + 1 < crossings.length; index += 2) {
    const [west = 0, east = 0] = crossings.slice(index, index + 2);
    if (east - west <= width) continue;
    width = east - west;
    widest = [(west + east) / 2, latitude];
  }
  return widest;
}

function getCenter(ring: Ring): Position {
  const [originX, originY] = ring[0] ?? [0, 0];
  let [x, y, area] = [0, 0, 0];
  for (let index = 0; index + 1 < ring.length; index++) {
    const [fromX, fromY] = ring[index] ?? [0, 0];
    const [toX, toY] = ring[index + 1] ?? [0, 0];
    const cross = (fromX - originX) * (toY - originY) - (toX - originX) * (fromY - originY);
    x += cross * (fromX + toX - 2 * originX);
    y += cross * (fromY + toY - 2 * originY);
    area += cross;
  }
  return area === 0 ? [originX, originY] : [originX + x / (3 * area), originY + y / (3 * area)];
}

function crossingsAt(latitude: number, ring: Ring): number[] {
  const crossings: number[] = [];
  for (let index = 0; index + 1 < ring.length; index++) {
    const [fromX, fromY] = ring[index] ?? [0, 0];
    const [toX, toY] = ring[index + 1] ?? [0, 0];
    if (fromY > latitude !== toY > latitude)
      crossings.push(fromX + ((toX - fromX) * (latitude - fromY)) / (toY - fromY));
  }
  return crossings;
}

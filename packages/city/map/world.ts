import type { Bounds, Position } from "@/packages/city/extract/feature";
import type { Path } from "@/packages/city/map/map-feature";

/** Web Mercator ends here, which makes the world a square. */
const MAX_LATITUDE = 85.0511;

/** To x and y in the square from 0 to 1 that holds the world in Web Mercator; y grows southward. */
export function projectAll(positions: readonly Position[]): Path {
  const path: number[] = new Array(positions.length * 2).fill(0.5);
  for (const [index, [longitude, latitude]] of positions.entries()) {
    path[index * 2] = longitude / 360 + 0.5;
    const sine = Math.sin((Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, latitude)) * Math.PI) / 180);
    path[index * 2 + 1] = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  }
  return path;
}

export type Box = Record<"minX" | "minY" | "maxX" | "maxY", number>;

export function boxAround(paths: Iterable<Path>): Box {
  const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  for (const path of paths) {
    for (let index = 0; index < path.length; index += 2) {
      const x = path[index] ?? 0;
      const y = path[index + 1] ?? 0;
      if (x < box.minX) box.minX = x;
      if (x > box.maxX) box.maxX = x;
      if (y < box.minY) box.minY = y;
      if (y > box.maxY) box.maxY = y;
    }
  }
  return box;
}

export function toBox({ west, south, east, north }: Bounds): Box {
  return boxAround([
    projectAll([
      [west, south],
      [east, north],
    ]),
  ]);
}

export function* tilesIn(box: Box, zoom: number, buffer = 0): Generator<readonly [x: number, y: number]> {
  const size = 2 ** zoom;
  const tileAt = (value: number): number => Math.min(size - 1, Math.max(0, Math.floor(value)));
  for (let x = tileAt(box.minX * size - buffer); x <= tileAt(box.maxX * size + buffer); x++)
    for (let y = tileAt(box.minY * size - buffer); y <= tileAt(box.maxY * size + buffer); y++) yield [x, y];
}

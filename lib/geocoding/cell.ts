import { boxAround, type Point } from "@/lib/geocoding/planar-geometry";

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

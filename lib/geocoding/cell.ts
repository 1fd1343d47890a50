import { boxAround, type Place } from "@/lib/geocoding/flat";

/** Cells are squares with sides of this many degrees; 222 m from south to north. */
const CELL_DEGREES = 0.002;
const CELLS_IN_ROW = 360 / CELL_DEGREES;

const rowOf = (latitude: number): number => Math.floor((latitude + 90) / CELL_DEGREES);
const columnOf = (longitude: number): number => Math.floor((longitude + 180) / CELL_DEGREES);

export function cellOf({ latitude, longitude }: Place): number {
  return rowOf(latitude) * CELLS_IN_ROW + columnOf(longitude);
}

export function cellsAround(place: Place, meters: number): number[] {
  const { south, north, west, east } = boxAround(place, meters);
  const cells: number[] = [];
  for (let row = rowOf(south); row <= rowOf(north); row += 1) {
    for (let column = columnOf(west); column <= columnOf(east); column += 1) {
      cells.push(row * CELLS_IN_ROW + column);
    }
  }
  return cells;
}

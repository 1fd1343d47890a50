import { gridDisk, latLngToCell } from "h3-js";
import type { Point } from "@/lib/routing/geo";

/** Cells of about 5 km², 2.4 km from centre to centre. */
const RESOLUTION = 7;

/** The cell of a courier's position. */
export function cellOf(point: Point): string {
  return latLngToCell(point.latitude, point.longitude, RESOLUTION);
}

/** Steps between a cell and the rim of the disk around it. */
const STEPS = 4;

// A disk of k steps reaches at least k × 2.1 km from its middle, a place may be 1.4 km off the middle of its cell, and
// cell sizes vary by a third across the Earth.
const REACH_PER_STEP_METERS = 1_500;
const OFF_CENTRE_METERS = 700;

/** The cells around a place. Every other place within this many metres of it lies in them. */
export function cellsNear(point: Point): { cells: readonly string[]; completeWithinMeters: number } {
  return {
    cells: gridDisk(cellOf(point), STEPS),
    completeWithinMeters: REACH_PER_STEP_METERS * STEPS - OFF_CENTRE_METERS,
  };
}

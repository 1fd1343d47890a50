import { gridDisk, latLngToCell } from "h3-js";
import type { Point } from "@/lib/point";

/** Cells of about 5 km², 2.4 km from center to center. */
const RESOLUTION = 7;

export function toCell(point: Point): string {
  return latLngToCell(point.latitude, point.longitude, RESOLUTION);
}

const STEPS = 4;

// A disk of k steps reaches at least k × 2.1 km from its center, a point may be 1.4 km off the center of its cell, and
// cell sizes vary by a third across the Earth.
const REACH_PER_STEP_METERS = 1_500;
const OFF_CENTER_METERS = 700;

export function cellsNear(point: Point): { cells: readonly string[]; completeWithinMeters: number } {
  return {
    cells: gridDisk(toCell(point), STEPS),
    completeWithinMeters: REACH_PER_STEP_METERS * STEPS - OFF_CENTER_METERS,
  };
}

import { gridDisk, latLngToCell } from "h3-js";
import type { Point } from "@/lib/routing/geo";

/** Cells of about 5 km², 2.4 km from centre to centre. */
const RESOLUTION = 7;

/** The cell that a courier's position is filed under. */
export function cellOf(point: Point): string {
  return latLngToCell(point.latitude, point.longitude, RESOLUTION);
}

/** Steps between a cell and the rim of each disk in which dispatch looks, one after the other. */
const DISKS = [1, 2, 4, 8, 16] as const;

/** A disk of cells around a place. */
export interface SearchDisk {
  readonly cells: readonly string[];
  /** Every place within so many metres lies in these cells. The last disk takes whatever it has. */
  readonly completeWithinMeters: number;
}

// A disk of k steps reaches k × 2.1 km from its middle at its flattest, a place may stand 1.4 km off the middle of
// its cell, and cells differ in size by a third from one part of the Earth to another.
const REACH_PER_STEP_METERS = 1_500;
const OFF_CENTRE_METERS = 700;

/** Wider and wider disks around a place, at most some 25 km. */
export function searchDisks(point: Point): SearchDisk[] {
  const centre = cellOf(point);
  return DISKS.map((steps, index) => ({
    cells: gridDisk(centre, steps),
    completeWithinMeters:
      index === DISKS.length - 1
        ? Number.POSITIVE_INFINITY
        : REACH_PER_STEP_METERS * steps - OFF_CENTRE_METERS,
  }));
}

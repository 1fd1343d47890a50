import { gridDisk, latLngToCell } from "h3-js";
import type { Point } from "@/lib/routing/geo";

/** Cells of about 5 km², 2.4 km from centre to centre. */
const RESOLUTION = 7;

/** The cell of a courier's position. */
export function cellOf(point: Point): string {
  return latLngToCell(point.latitude, point.longitude, RESOLUTION);
}

/** Steps between a cell and the rim of each disk that dispatch searches, in turn. */
const DISKS = [1, 2, 4, 8, 16] as const;

/** A disk of cells around a place. */
export interface SearchDisk {
  readonly cells: readonly string[];
  /** Every place within this many metres lies in these cells. The last disk accepts any it contains. */
  readonly completeWithinMeters: number;
}

// A disk of k steps reaches at least k × 2.1 km from its middle, a place may be 1.4 km off the middle of its cell, and
// cell sizes vary by a third across the Earth.
const REACH_PER_STEP_METERS = 1_500;
const OFF_CENTRE_METERS = 700;

/** Ever wider disks around a place, up to some 25 km. */
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

import * as z from "zod";
import { latitude, longitude } from "@/lib/field";
import { IMPORT_FIELDS } from "@/lib/imports/column";
import { DATE_ORDERS } from "@/lib/imports/delivery-time";
import {
  MAX_CELL_LENGTH,
  MAX_CHECKED_ROWS,
  MAX_COLUMNS,
  MAX_ROWS,
  PLACES_PER_ROW,
} from "@/lib/imports/limits";
import { MAX_DROPOFFS } from "@/lib/routing/trip";

const MAX_NAME_LENGTH = 255;

const cell = z.string().max(MAX_CELL_LENGTH);
const row = z.array(cell).max(MAX_COLUMNS);

const place = z.object({
  latitude,
  longitude,
  area: cell,
  street: cell,
  building: cell,
  isApproximate: z.boolean(),
  /** Pages of the former release send none. */
  isAmbiguous: z.boolean().default(false),
});

/** @param maxRows of all orders together */
function buildRows(maxRows: number, maxOrderRows: number) {
  return {
    columns: z.array(z.enum(IMPORT_FIELDS).nullable()).max(MAX_COLUMNS),
    /** A saved address's id, or USUAL_PICKUP. */
    pickup: cell.nullable(),
    /** Pages of the former release send none. */
    dateOrder: z.enum(DATE_ORDERS).default("day_first"),
    groups: z
      .array(z.array(row).min(1).max(maxOrderRows))
      .min(1)
      .max(maxRows)
      .refine((groups) => groups.reduce((sum, rows) => sum + rows.length, 0) <= maxRows),
    /** By the text that was searched for: a street, a house number and a city. */
    places: z
      .record(z.string().max(3 * MAX_CELL_LENGTH), place)
      .refine((places) => Object.keys(places).length <= PLACES_PER_ROW * maxRows),
  };
}

/** Orders of a file to be checked. An order with too many rows is one of its problems. */
export const checkInput = z.object(buildRows(MAX_CHECKED_ROWS, MAX_CHECKED_ROWS));

/** Orders of a file to be created, of which none has problems. */
export const submissionInput = z.object({
  ...buildRows(MAX_ROWS, MAX_DROPOFFS),
  id: z.guid(),
  fileName: z.string().transform((name) => name.slice(0, MAX_NAME_LENGTH) || "file"),
  header: z.array(cell).max(MAX_COLUMNS),
});

import type { Queryable } from "@/lib/db/client";
import { deleteOldRows } from "@/lib/db/delete-in-batches";

/** Deletes them with their orders' outcomes, up to 500 for each. @returns whether nothing is left */
export function deleteBatches(db: Queryable, before: Date, isTimeUp: () => boolean): Promise<boolean> {
  return deleteOldRows(db, "batches", { by: "created_at", before, batchRows: 4 }, isTimeUp);
}

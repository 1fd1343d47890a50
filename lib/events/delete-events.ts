import type { Queryable } from "@/lib/db/client";
import { deleteOldRows } from "@/lib/db/delete-in-batches";

/** Deletes events that the journal no longer returns. @returns whether nothing is left */
export function deleteEvents(db: Queryable, before: Date, isTimeUp: () => boolean): Promise<boolean> {
  return deleteOldRows(db, "events", { by: "created_at", before }, isTimeUp);
}

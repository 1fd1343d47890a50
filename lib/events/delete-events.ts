import type { Queryable } from "@/lib/db/client";
import { deleteInBatches } from "@/lib/db/delete-in-batches";
import { execute } from "@/lib/db/sql";

/** Deletes events that the journal no longer returns. @returns whether nothing is left */
export function deleteEvents(db: Queryable, before: Date, isTimeUp: () => boolean): Promise<boolean> {
  return deleteInBatches(
    isTimeUp,
    (most) => execute(db)`
      DELETE FROM events WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM events WHERE created_at < ${before}::timestamptz ORDER BY created_at LIMIT ${most}))`,
  );
}

import { MAX_BATCH_ORDERS } from "@/lib/batches/batch";
import type { Queryable } from "@/lib/db/client";
import { deleteInBatches } from "@/lib/db/delete-in-batches";
import { execute } from "@/lib/db/sql";

/** Deletes them with their orders' outcomes. @returns whether nothing is left */
export function deleteBatches(db: Queryable, before: Date, isTimeUp: () => boolean): Promise<boolean> {
  return deleteInBatches(isTimeUp, async (most) => {
    const deleted = await execute(db)`
      DELETE FROM batches WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM batches WHERE created_at < ${before}::timestamptz
        ORDER BY created_at LIMIT ${Math.floor(most / MAX_BATCH_ORDERS)}))`;
    return deleted * MAX_BATCH_ORDERS;
  });
}

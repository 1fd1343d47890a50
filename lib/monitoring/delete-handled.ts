import type { Queryable } from "@/lib/db/client";
import { deleteInBatches } from "@/lib/db/delete-in-batches";
import { execute } from "@/lib/db/sql";

export function deleteHandled(db: Queryable, before: Date, isTimeUp: () => boolean): Promise<boolean> {
  return deleteInBatches(
    isTimeUp,
    (most) => execute(db)`
      DELETE FROM handled_exceptions WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM handled_exceptions WHERE handled_at < ${before}::timestamptz LIMIT ${most}))`,
  );
}

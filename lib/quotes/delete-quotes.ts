import type { Queryable } from "@/lib/db/client";
import { deleteInBatches } from "@/lib/db/delete-in-batches";
import { execute } from "@/lib/db/sql";

export function deleteQuotes(db: Queryable, before: Date, isTimeUp: () => boolean): Promise<boolean> {
  return deleteInBatches(
    isTimeUp,
    (most) => execute(db)`
      DELETE FROM quotes WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM quotes WHERE expires_at < ${before}::timestamptz ORDER BY expires_at LIMIT ${most}))`,
  );
}

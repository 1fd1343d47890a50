import type { Queryable } from "@/lib/db/client";
import { deleteInBatches } from "@/lib/db/delete-in-batches";
import { execute } from "@/lib/db/sql";

/** They contain phones. @returns whether nothing is left */
export function deleteMessages(db: Queryable, before: Date, isTimeUp: () => boolean): Promise<boolean> {
  return deleteInBatches(
    isTimeUp,
    (most) => execute(db)`
      DELETE FROM recipient_messages WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM recipient_messages WHERE created_at < ${before}::timestamptz ORDER BY created_at LIMIT ${most}))`,
  );
}

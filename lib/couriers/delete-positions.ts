import type { Queryable } from "@/lib/db/client";
import { deleteInBatches } from "@/lib/db/delete-in-batches";
import { execute } from "@/lib/db/sql";

export function deletePositions(db: Queryable, before: Date, isTimeUp: () => boolean): Promise<boolean> {
  return deleteInBatches(
    isTimeUp,
    (most) => execute(db)`
      DELETE FROM order_positions WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM order_positions WHERE recorded_at < ${before}::timestamptz
        ORDER BY recorded_at LIMIT ${most}))`,
  );
}

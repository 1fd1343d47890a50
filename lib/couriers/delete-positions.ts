import type { Queryable } from "@/lib/db/client";
import { execute } from "@/lib/db/sql";

/** Deletes courier positions recorded before an instant. */
export async function deletePositions(db: Queryable, before: Date): Promise<void> {
  await execute(db)`DELETE FROM order_positions WHERE recorded_at < ${before}::timestamptz`;
}

import type { Queryable } from "@/lib/db/client";
import { execute } from "@/lib/db/sql";

/** Deletes events that the journal no longer returns. */
export async function deleteEvents(db: Queryable, before: Date): Promise<void> {
  await execute(db)`DELETE FROM events WHERE created_at < ${before}::timestamptz`;
}

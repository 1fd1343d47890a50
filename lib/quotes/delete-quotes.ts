import type { Queryable } from "@/lib/db/client";
import { execute } from "@/lib/db/sql";

/** Deletes the quotes that expired before an instant. */
export async function deleteQuotes(db: Queryable, before: Date): Promise<void> {
  await execute(db)`DELETE FROM quotes WHERE expires_at < ${before}::timestamptz`;
}

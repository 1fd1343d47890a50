import type { Queryable } from "@/lib/db/client";
import { execute } from "@/lib/db/sql";

/** Deletes links that expired, and password tries that were made, before an instant. */
export async function deleteStaleTokens(db: Queryable, before: Date): Promise<void> {
  await execute(db)`DELETE FROM person_tokens WHERE expires_at < ${before}::timestamptz`;
  await execute(db)`DELETE FROM sign_in_attempts WHERE tried_at < ${before}::timestamptz`;
}

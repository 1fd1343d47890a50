import { LONGEST_MS } from "@/lib/accounts/session";
import type { Queryable } from "@/lib/db/client";
import { deleteInBatches } from "@/lib/db/delete-in-batches";
import { execute } from "@/lib/db/sql";

/**
 * Deletes links that expired, password tries that were made, and sessions that nobody can use any more, before an
 * instant.
 *
 * @returns whether nothing is left
 */
export async function deleteStaleTokens(
  db: Queryable,
  before: Date,
  isTimeUp: () => boolean,
): Promise<boolean> {
  const areTokensGone = await deleteInBatches(
    isTimeUp,
    (most) => execute(db)`
      DELETE FROM person_tokens WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM person_tokens WHERE expires_at < ${before}::timestamptz
        ORDER BY expires_at LIMIT ${most}))`,
  );
  const areTriesGone = await deleteInBatches(
    isTimeUp,
    (most) => execute(db)`
      DELETE FROM sign_in_attempts WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM sign_in_attempts WHERE tried_at < ${before}::timestamptz
        ORDER BY tried_at LIMIT ${most}))
      -- Looked at again where a try was made meanwhile.
      AND tried_at < ${before}::timestamptz`,
  );
  const sessionsBefore = new Date(before.getTime() - LONGEST_MS);
  const areSessionsGone = await deleteInBatches(
    isTimeUp,
    (most) => execute(db)`
      DELETE FROM user_sessions WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM user_sessions WHERE used_at < ${sessionsBefore}::timestamptz
        ORDER BY used_at LIMIT ${most}))`,
  );
  return areTokensGone && areTriesGone && areSessionsGone;
}

import { SESSION_MAX_AGE_MS } from "@/lib/accounts/session";
import type { Queryable } from "@/lib/db/client";
import { deleteInBatches } from "@/lib/db/delete-in-batches";
import { execute } from "@/lib/db/sql";

/** Deletes expired links, unverified accounts, sign-in tries and ended sessions. @returns whether nothing is left */
export async function deleteStaleTokens(
  db: Queryable,
  before: Date,
  isTimeUp: () => boolean,
): Promise<boolean> {
  const areTokensGone = await deleteInBatches(
    isTimeUp,
    (most) => execute(db)`
      WITH expired AS (
        DELETE FROM person_tokens WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM person_tokens WHERE expires_at < ${before}::timestamptz
          ORDER BY expires_at LIMIT ${most}))
        RETURNING account_id, kind, created_by_id),
      -- Accounts created by sign-up whose email was never verified.
      unverified AS (
        DELETE FROM accounts a USING expired e
        WHERE a.id = e.account_id AND e.kind = 'invitation' AND e.created_by_id IS NULL
          AND NOT EXISTS (SELECT FROM users u WHERE u.account_id = a.id))
      SELECT FROM expired`,
  );
  const areTriesGone = await deleteInBatches(
    isTimeUp,
    (most) => execute(db)`
      DELETE FROM sign_in_attempts WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM sign_in_attempts WHERE tried_at < ${before}::timestamptz
        ORDER BY tried_at LIMIT ${most}))
      -- Checked again after a lock wait, since a concurrent try may have updated the row.
      AND tried_at < ${before}::timestamptz`,
  );
  const sessionsBefore = new Date(before.getTime() - SESSION_MAX_AGE_MS);
  const areSessionsGone = await deleteInBatches(
    isTimeUp,
    (most) => execute(db)`
      DELETE FROM user_sessions WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM user_sessions WHERE used_at < ${sessionsBefore}::timestamptz
        ORDER BY used_at LIMIT ${most}))`,
  );
  return areTokensGone && areTriesGone && areSessionsGone;
}

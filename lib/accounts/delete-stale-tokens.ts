import { SESSION_MAX_AGE_MS } from "@/lib/accounts/session";
import type { Queryable } from "@/lib/db/client";
import { deleteInBatches, deleteOldRows } from "@/lib/db/delete-in-batches";
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
  const tries = { by: "tried_at", before };
  const areTriesGone = await deleteOldRows(db, "sign_in_attempts", tries, isTimeUp);
  const sessions = { by: "used_at", before: new Date(before.getTime() - SESSION_MAX_AGE_MS) };
  const areSessionsGone = await deleteOldRows(db, "user_sessions", sessions, isTimeUp);
  return areTokensGone && areTriesGone && areSessionsGone;
}

import type { Transaction } from "@/lib/db/client";
import { int4 } from "@/lib/db/row";
import { execute, query } from "@/lib/db/sql";

const SIGN_UP_LOCK = 4915726;

/** Until the end of the transaction, so that concurrent sign-ups cannot exceed the limit together. */
export async function lockSignUps(tx: Transaction): Promise<void> {
  await execute(tx)`SELECT pg_advisory_xact_lock(${SIGN_UP_LOCK}::bigint)`;
}

/** Counts the accounts that wait, and those of customers whose email is not verified. */
export async function countPendingAccounts(tx: Transaction): Promise<number> {
  const [row] = await query(tx, { count: int4 })`
    SELECT ((SELECT count(*) FROM accounts WHERE approval = 'waiting') + (
      SELECT count(*) FROM person_tokens t JOIN accounts a ON a.id = t.account_id
      WHERE t.kind = 'invitation' AND t.created_by_id IS NULL AND a.is_customer))::int AS count`;
  if (row === undefined) throw new Error("SELECT without a table returned no row");
  return row.count;
}

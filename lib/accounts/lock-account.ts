import type { Transaction } from "@/lib/db/client";
import { execute } from "@/lib/db/sql";

/**
 * Serialises changes to what belongs to an account, so that counting and inserting are one step. Does not block the
 * account's orders: they refer to its row and leave it unchanged.
 */
export async function lockAccount(tx: Transaction, accountId: string): Promise<void> {
  await execute(tx)`SELECT 1 FROM accounts WHERE id = ${accountId}::uuid FOR NO KEY UPDATE`;
}

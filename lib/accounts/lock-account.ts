import type { Transaction } from "@/lib/db/client";
import { execute } from "@/lib/db/sql";

/**
 * Lets one change of what belongs to an account be made at a time, so that counting and inserting are one step.
 * Orders of the account are not held up: they refer to its row and leave it as it is.
 */
export async function lockAccount(tx: Transaction, accountId: string): Promise<void> {
  await execute(tx)`SELECT 1 FROM accounts WHERE id = ${accountId}::uuid FOR NO KEY UPDATE`;
}

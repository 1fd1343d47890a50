import type { Transaction } from "@/lib/db/client";
import { execute } from "@/lib/db/sql";

/** Serializes counting and inserting in an account without blocking its orders. */
export async function lockAccount(tx: Transaction, accountId: string): Promise<void> {
  await execute(tx)`SELECT 1 FROM accounts WHERE id = ${accountId}::uuid FOR NO KEY UPDATE`;
}

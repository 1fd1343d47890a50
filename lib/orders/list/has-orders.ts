import type { AccountScope } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { int8 } from "@/lib/db/row";
import { query } from "@/lib/db/sql";

/** Whether the account has ever ordered in this mode. */
export async function hasOrders(db: Queryable, { accountId, mode }: AccountScope): Promise<boolean> {
  // In the order of an index: without one, PostgreSQL may read the whole table to find that there is none.
  const newest = await query(db, { id: int8 })`
    SELECT id FROM orders WHERE account_id = ${accountId}::uuid AND mode = ${mode}::mode
    ORDER BY created_at DESC, id DESC LIMIT 1`;
  return newest.length > 0;
}

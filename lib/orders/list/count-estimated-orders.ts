import type { Mode } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { int4 } from "@/lib/db/row";
import { query } from "@/lib/db/sql";

/** Counts all accounts' orders created since an instant whose distances are straight lines. */
export async function countEstimatedOrders(db: Queryable, mode: Mode, since: Date): Promise<number> {
  const [row] = await query(db, { count: int4 })`
    SELECT count(*)::int AS count FROM orders
    WHERE routing = 'estimate' AND mode = ${mode}::mode AND created_at > ${since}::timestamptz`;
  return row?.count ?? 0;
}

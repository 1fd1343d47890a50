import type { AccountScope, Mode } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { int4 } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { MOST_COUNTED } from "@/lib/orders/list/listed-order";

/** How many orders are open in each mode. */
export type OpenCounts = Readonly<Record<Mode, number>>;

/** How many of the scope's orders are open: new, assigned or on the way; at most `MOST_COUNTED`. */
export async function countOpenOrders(db: Queryable, { accountId, mode }: AccountScope): Promise<number> {
  const [row] = await query(db, { count: int4 })`
    SELECT count(*)::int AS count FROM (
      SELECT FROM orders
      WHERE account_id = ${accountId}::uuid AND mode = ${mode}::mode AND status IN ('new', 'assigned', 'in_progress')
      LIMIT ${MOST_COUNTED}) AS open`;
  return row?.count ?? 0;
}

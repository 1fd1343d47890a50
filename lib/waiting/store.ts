import type { Mode } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { int8 } from "@/lib/db/row";
import { query } from "@/lib/db/sql";

/** The orders whose time has come and that no courier has, the longest waiting first. */
export async function selectLongestWaiting(
  db: Queryable,
  mode: Mode,
  now: Date,
  limit: number,
): Promise<bigint[]> {
  const rows = await query(db, { id: int8 })`
    SELECT id FROM orders
    WHERE mode = ${mode}::mode AND status IN ('new', 'assigned') AND courier_id IS NULL
      AND dispatch_at <= ${now}::timestamptz
    ORDER BY dispatch_at, id LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

import type { Queryable } from "@/lib/db/client";
import { int4 } from "@/lib/db/row";
import { query } from "@/lib/db/sql";

/** Returns how many statements of the database wait for a lock. */
export async function countLockWaits(db: Queryable): Promise<number> {
  const [row] = await query(db, { count: int4 })`
    SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  return row?.count ?? 0;
}

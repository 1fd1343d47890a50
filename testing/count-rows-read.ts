import type { Database, Transaction } from "@/lib/db/client";
import { int8 } from "@/lib/db/row";
import { execute, query } from "@/lib/db/sql";

/**
 * Counts the rows and index entries that `work` reads in its transaction. Plans that scan a whole table are disabled,
 * since small tables are scanned anyway.
 */
export function countRowsRead(db: Database, work: (tx: Transaction) => Promise<unknown>): Promise<number> {
  return db.transaction(
    async (tx) => {
      await execute(tx)`SELECT set_config('enable_seqscan', 'off', true)`;
      const before = await readCounters(tx);
      await work(tx);
      return (await readCounters(tx)) - before;
    },
    { timeout: 60_000 },
  );
}

async function readCounters(tx: Transaction): Promise<number> {
  const [row] = await query(tx, { rows: int8 })`
    SELECT coalesce(sum(pg_stat_get_xact_tuples_returned(c.oid)), 0)::bigint AS rows
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relkind IN ('r', 'i')`;
  return Number(row?.rows ?? 0);
}

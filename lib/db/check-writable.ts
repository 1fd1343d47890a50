import type { Database } from "@/lib/db/client";
import { execute } from "@/lib/db/sql";

/** Locks and writes as an order does, and runs a sort that spills to disk, which fails on a full disk. */
export async function checkWritable(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await execute(tx)`SET LOCAL work_mem = '64kB'`;
    await execute(tx)`LOCK TABLE orders IN ROW EXCLUSIVE MODE NOWAIT`;
    await execute(tx)`
      SELECT count(*) FROM (SELECT md5(n::text) FROM generate_series(1, 4000) n ORDER BY 1 OFFSET 0) sorted`;
    await execute(tx)`
      INSERT INTO write_checks (id, checked_at) VALUES (1, now())
      ON CONFLICT (id) DO UPDATE SET checked_at = excluded.checked_at`;
  });
}

import type { Database } from "@/lib/db/client";
import { execute } from "@/lib/db/sql";

/**
 * Writes as an order would: takes the lock of a write on orders, writes a row that is there already, and does what a
 * full disk refuses, which is to let a file grow. A sort that does not fit in its memory does so and leaves nothing
 * behind.
 *
 * @throws what the database fails by
 */
export async function checkWriting(db: Database): Promise<void> {
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

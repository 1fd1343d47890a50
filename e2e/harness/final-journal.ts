import { until } from "@/e2e/harness/until";
import type { Database } from "@/lib/db/client";

/**
 * Waits until the journal tells of every event that has been written. An event is final once each earlier transaction
 * of the cluster has ended, those of other tests among them.
 */
export async function journalIsFinal(db: Database): Promise<void> {
  await until(async () => {
    const [row] = await db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM events
      WHERE transaction_id >= (pg_snapshot_xmin(pg_current_snapshot())::text)::bigint`;
    return row?.count === 0;
  });
}

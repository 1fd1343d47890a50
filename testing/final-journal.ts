import type { Database } from "@/lib/db/client";
import { FIRST_OPEN_WRITER } from "@/lib/events/store";
import { until } from "@/testing/until";

/** Waits until the journal tells of every event that has been written. */
export async function journalIsFinal(db: Database): Promise<void> {
  await until(async () => {
    const [row] = await db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM events WHERE transaction_id >= ${FIRST_OPEN_WRITER}`;
    return row?.count === 0;
  });
}

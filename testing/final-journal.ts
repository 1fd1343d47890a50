import type { Database } from "@/lib/db/client";
import { int4 } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { FIRST_OPEN_WRITER } from "@/lib/events/store";
import { pollUntil } from "@/testing/until";

/** Waits until every event written so far is final in the journal. */
export async function expectFinalJournal(db: Database): Promise<void> {
  await pollUntil(async () => {
    const [row] = await query(db, { count: int4 })`
      SELECT count(*)::int AS count FROM events WHERE transaction_id >= ${FIRST_OPEN_WRITER}`;
    return row?.count === 0;
  });
}

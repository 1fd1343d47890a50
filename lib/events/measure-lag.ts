import type { Queryable } from "@/lib/db/client";
import { float8 } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { FIRST_OPEN_WRITER } from "@/lib/events/store";

/** How far the journal is behind, in seconds: the age of the oldest event it does not return yet, else 0. */
export async function measureLag(db: Queryable): Promise<number> {
  const [row] = await query(db, { seconds: float8 })`
    SELECT greatest(0, extract(epoch FROM now() - min(created_at)))::float8 AS seconds FROM events
    WHERE epoch = journal_epoch() AND transaction_id >= ${FIRST_OPEN_WRITER}`;
  return row?.seconds ?? 0;
}

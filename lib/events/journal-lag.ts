import { sql } from "@/lib/db/sql";
import { FIRST_OPEN_WRITER } from "@/lib/events/store";

/** How far the journal is behind, in seconds: the age of the oldest event it does not return yet, else 0. */
export const JOURNAL_LAG_SQL = sql`(
      SELECT greatest(0, coalesce(extract(epoch FROM now() - min(created_at)), 0))::float8 FROM events
      WHERE epoch = journal_epoch() AND transaction_id >= ${FIRST_OPEN_WRITER})`;

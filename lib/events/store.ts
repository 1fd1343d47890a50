import type { AccountScope } from "@/lib/account-scope";
import { type Queryable, SESSION_NAME } from "@/lib/db/client";
import { events } from "@/lib/db/generated/columns";
import { bool, pick } from "@/lib/db/row";
import { query, sql } from "@/lib/db/sql";
import { readBody } from "@/lib/events/event-body";
import type { JournalPosition } from "@/lib/events/journal";

export interface JournalEntry {
  readonly body: string;
  readonly place: JournalPosition;
  readonly isFinal: boolean;
}

const ENTRY = { ...pick(events, "body packed epoch transactionId row"), isFinal: bool };

/** First transaction that may still write an event; see docs/decisions/0008-transactional-outbox.md. */
export const FIRST_OPEN_WRITER = sql`(
      SELECT coalesce(min(open::text::bigint), pg_snapshot_xmax(pg_current_snapshot())::text::bigint)
      FROM pg_snapshot_xip(pg_current_snapshot()) AS open
      WHERE NOT EXISTS (
              SELECT FROM pg_stat_activity AS session WHERE session.backend_xid = open::xid
                AND (session.datname IS DISTINCT FROM current_database()
                     OR NOT starts_with(session.application_name, ${SESSION_NAME})))
        AND NOT EXISTS (
              SELECT FROM pg_prepared_xacts AS prepared WHERE prepared.transaction = open::xid
                AND prepared.database <> current_database()))`;

/** The scope's events after a position. An event is final once every earlier transaction of the service has ended. */
export async function selectEventsAfter(
  db: Queryable,
  scope: AccountScope,
  after: JournalPosition,
  since: Date,
  limit: number,
): Promise<JournalEntry[]> {
  const rows = await query(db, ENTRY)`
    SELECT body, packed, epoch, transaction_id, row,
           epoch < journal_epoch() OR transaction_id < ${FIRST_OPEN_WRITER} AS is_final
    FROM events
    WHERE account_id = ${scope.accountId}::uuid AND mode = ${scope.mode}::mode
      AND (epoch, transaction_id, row) > (${after.epoch}, ${after.transactionId}, ${after.row})
      AND created_at >= ${since}::timestamptz
    ORDER BY epoch, transaction_id, row
    LIMIT ${limit}`;
  return rows.map(({ body, packed, isFinal, ...place }) => ({
    body: readBody({ body, packed }),
    place,
    isFinal,
  }));
}

import type { AccountScope } from "@/lib/accounts/scope";
import type { Queryable, Transaction } from "@/lib/db/client";
import type { NewEvent } from "@/lib/events/event";

export async function insertEvent(
  tx: Transaction,
  scope: AccountScope,
  orderId: bigint,
  event: NewEvent,
): Promise<void> {
  await tx.event.create({
    data: {
      id: event.id,
      accountId: scope.accountId,
      mode: scope.mode,
      orderId,
      sequence: event.sequence,
      type: event.type,
      body: event.body,
      createdAt: event.createdAt,
    },
    select: { id: true },
  });
}

/** A place in the journal. Later events have greater places, whatever order they were written in. */
export interface JournalPlace {
  readonly epoch: number;
  readonly transactionId: bigint;
  readonly row: bigint;
}

/** An event as the journal hands it out: the serialised body and its place. */
export interface JournalEntry {
  readonly body: string;
  readonly place: JournalPlace;
}

interface EntryRow {
  body: string;
  epoch: number;
  transaction_id: bigint;
  row: bigint;
}

/**
 * The scope's events after a place, in journal order. Events of transactions that began before one that is
 * still open wait until it has ended, so that a reader who has passed a place never misses an event before it.
 */
export async function selectEventsAfter(
  db: Queryable,
  scope: AccountScope,
  after: JournalPlace,
  since: Date,
  limit: number,
): Promise<JournalEntry[]> {
  const rows = await db.$queryRaw<EntryRow[]>`
    SELECT body, epoch, transaction_id, row FROM events
    WHERE account_id = ${scope.accountId}::uuid AND mode = ${scope.mode}::mode
      AND (epoch, transaction_id, row) > (${after.epoch}, ${after.transactionId}, ${after.row})
      AND (epoch < journal_epoch()
           OR transaction_id < (pg_snapshot_xmin(pg_current_snapshot())::text)::bigint)
      AND created_at >= ${since}::timestamptz
    ORDER BY epoch, transaction_id, row
    LIMIT ${limit}`;
  return rows.map(({ body, epoch, transaction_id, row }) => ({
    body,
    place: { epoch, transactionId: transaction_id, row },
  }));
}

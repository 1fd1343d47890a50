import type { AccountScope } from "@/lib/accounts/scope";
import type { Queryable, Transaction } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { NewEvent } from "@/lib/events/event";
import { announceDeliveries, insertDeliveries } from "@/lib/webhooks/insert-deliveries";

/** Writes an event and, in the same statement, what of it goes to the account's endpoints. */
export async function insertEvent(
  tx: Transaction,
  scope: AccountScope,
  orderId: bigint,
  event: NewEvent,
): Promise<void> {
  await tx.$queryRaw`
    WITH journal AS (
      INSERT INTO events (id, account_id, mode, order_id, sequence, type, body, created_at)
      VALUES (${event.id}::uuid, ${scope.accountId}::uuid, ${scope.mode}::mode, ${orderId}, ${event.sequence},
              ${event.type}, ${event.body}, ${event.createdAt}::timestamptz)
      RETURNING id, account_id, mode, order_id, type, created_at
    ), deliveries AS (${insertDeliveries(Prisma.sql`journal`)})
    ${announceDeliveries(Prisma.sql`deliveries`)}`;
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
  /** Whether no event can still appear before it. */
  readonly isFinal: boolean;
}

interface EntryRow {
  body: string;
  epoch: number;
  transaction_id: bigint;
  row: bigint;
  is_final: boolean;
}

/**
 * The scope's events after a place, in journal order. An event is final once every transaction that began
 * before its own has ended: until then one of them may still commit an event with an earlier place.
 */
export async function selectEventsAfter(
  db: Queryable,
  scope: AccountScope,
  after: JournalPlace,
  since: Date,
  limit: number,
): Promise<JournalEntry[]> {
  const rows = await db.$queryRaw<EntryRow[]>`
    SELECT body, epoch, transaction_id, row,
           epoch < journal_epoch()
             OR transaction_id < (pg_snapshot_xmin(pg_current_snapshot())::text)::bigint AS is_final
    FROM events
    WHERE account_id = ${scope.accountId}::uuid AND mode = ${scope.mode}::mode
      AND (epoch, transaction_id, row) > (${after.epoch}, ${after.transactionId}, ${after.row})
      AND created_at >= ${since}::timestamptz
    ORDER BY epoch, transaction_id, row
    LIMIT ${limit}`;
  return rows.map(({ body, epoch, transaction_id, row, is_final }) => ({
    body,
    place: { epoch, transactionId: transaction_id, row },
    isFinal: is_final,
  }));
}

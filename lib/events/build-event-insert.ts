import type { AccountScope } from "@/lib/account-scope";
import { EMPTY_SQL, type Sql, sql } from "@/lib/db/sql";
import { packBody } from "@/lib/events/event-body";
import type { NewEvent } from "@/lib/events/new-event";
import { findTraceparent } from "@/lib/trace";

export interface EventSubject {
  readonly id: bigint;
  readonly scope: AccountScope;
}

/**
 * A transaction that waits for an order may have its id before others that change the order first. No reader has passed
 * its id while it is open, so its event can follow theirs.
 */
function afterPredecessor({ sequence }: NewEvent): Sql {
  return sql`, (SELECT p.transaction_id FROM events p
                WHERE p.order_id = source.id AND p.sequence = ${sequence - 1} AND p.epoch = journal_epoch())`;
}

/** PostgreSQL chooses the form, so that no process packs for one of a release that cannot read it. */
export function buildEventInsert(order: Sql, event: NewEvent, actor: { type: string; id: string }): Sql {
  return sql`
      INSERT INTO events (id, account_id, mode, order_id, sequence, type, body, packed, created_at, traceparent,
        actor_type, actor_id, transaction_id)
      SELECT ${event.id}::uuid, source.account_id, source.mode, source.id, ${event.sequence}, ${event.type},
             CASE WHEN NOT settings.packs_events THEN ${event.body} END,
             CASE WHEN settings.packs_events THEN ${packBody(event.body)}::bytea END,
             ${event.createdAt}::timestamptz, ${findTraceparent()}, ${actor.type}, ${actor.id},
             greatest(pg_current_xact_id()::text::bigint${event.sequence === 1 ? EMPTY_SQL : afterPredecessor(event)})
      FROM ${order} AS source LEFT JOIN journal AS settings ON true
      RETURNING id, account_id, mode, order_id, type, created_at`;
}

import type { AccountScope } from "@/lib/accounts/scope";
import { type Sql, sql } from "@/lib/db/sql";
import type { NewEvent } from "@/lib/events/new-event";
import { findTraceparent } from "@/lib/trace";

export interface EventSubject {
  readonly id: bigint;
  readonly scope: AccountScope;
}

export function buildEventInsert(order: Sql, event: NewEvent): Sql {
  return sql`
      INSERT INTO events (id, account_id, mode, order_id, sequence, type, body, created_at, traceparent)
      SELECT ${event.id}::uuid, source.account_id, source.mode, source.id, ${event.sequence}, ${event.type},
             ${event.body}, ${event.createdAt}::timestamptz, ${findTraceparent()}
      FROM ${order} AS source
      RETURNING id, account_id, mode, order_id, type, created_at`;
}

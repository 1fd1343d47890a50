import type { AccountScope } from "@/lib/accounts/scope";
import type { Transaction } from "@/lib/db/client";
import { execute, type Sql, sql } from "@/lib/db/sql";
import { announceDeliveries, insertDeliveries } from "@/lib/events/insert-deliveries";
import type { NewEvent } from "@/lib/events/new-event";

export interface EventSubject {
  readonly id: bigint;
  readonly scope: AccountScope;
}

export function buildEventInsert(order: Sql, event: NewEvent): Sql {
  return sql`
      INSERT INTO events (id, account_id, mode, order_id, sequence, type, body, created_at)
      SELECT ${event.id}::uuid, source.account_id, source.mode, source.id, ${event.sequence}, ${event.type},
             ${event.body}, ${event.createdAt}::timestamptz
      FROM ${order} AS source
      RETURNING id, account_id, mode, order_id, type, created_at`;
}

export async function insertEvent(
  tx: Transaction,
  { id, scope }: EventSubject,
  event: NewEvent,
): Promise<void> {
  const order = sql`(
      SELECT ${id}::bigint AS id, ${scope.accountId}::uuid AS account_id, ${scope.mode}::mode AS mode)`;
  await execute(tx)`
    WITH journal AS (${buildEventInsert(order, event)}
    ), deliveries AS (${insertDeliveries(sql`journal`)})
    ${announceDeliveries(sql`deliveries`)}`;
}

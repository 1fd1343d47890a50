import * as z from "zod";
import type { AccountScope } from "@/lib/account-scope";
import type { Context } from "@/lib/context";
import type { Queryable } from "@/lib/db/client";
import { events, orders } from "@/lib/db/generated/columns";
import { json, pick, type RowOf } from "@/lib/db/row";
import { join, query, type Sql, sql } from "@/lib/db/sql";
import { readBody } from "@/lib/events/event-body";
import { decodeCursor, encodeCursor, JOURNAL_RETENTION_MS } from "@/lib/events/journal";
import { DELIVERY_STATES } from "@/lib/webhooks/delivery";
import type { journalFilter } from "@/lib/webhooks/schema";

const TOLD = z.array(
  z.object({
    endpointId: z.string(),
    deliveryId: z.string(),
    url: z.string(),
    state: z.enum(DELIVERY_STATES),
  }),
);

const LINE = {
  ...pick(events, "id type sequence createdAt epoch transactionId row"),
  ...pick(orders, "externalOrderId orderCode"),
  told: json(TOLD),
};

export interface JournalEvent extends RowOf<typeof LINE> {
  readonly cursor: string;
}

const withCursor = (line: RowOf<typeof LINE>, scope: AccountScope): JournalEvent => ({
  ...line,
  cursor: encodeCursor(line, scope),
});

export async function listJournal(
  { db, clock }: Pick<Context, "db" | "clock">,
  scope: AccountScope,
  { filter, before, limit }: { filter: z.infer<typeof journalFilter>; before: string; limit: number },
): Promise<{ events: readonly JournalEvent[]; hasOlder: boolean }> {
  const since = new Date(clock.now().getTime() - JOURNAL_RETENTION_MS);
  const { type, externalOrderId } = filter;
  const place = decodeCursor(before);
  const conditions = [
    sql`v.created_at >= ${since}::timestamptz`,
    ...(type === null ? [] : [sql`v.type = ${type}`]),
    ...(externalOrderId === null
      ? []
      : [
          sql`v.order_id = (SELECT id FROM orders WHERE account_id = ${scope.accountId}::uuid
              AND mode = ${scope.mode}::mode AND external_order_id = ${externalOrderId})`,
        ]),
    ...(place === null
      ? []
      : [sql`(v.epoch, v.transaction_id, v.row) < (${place.epoch}, ${place.transactionId}, ${place.row})`]),
  ];
  const lines = await query(db, LINE)`
    ${linesWhere(scope, join(conditions, " AND "))}
    ORDER BY v.epoch DESC, v.transaction_id DESC, v.row DESC LIMIT ${limit + 1}`;
  const events = lines.slice(0, limit).map((line) => withCursor(line, scope));
  return { events, hasOlder: lines.length > limit };
}

export async function findJournalEvent(db: Queryable, scope: AccountScope, id: string) {
  if (!z.guid().safeParse(id).success) return null;
  const [line] = await query(db, LINE)`${linesWhere(scope, sql`v.id = ${id}::uuid`)}`;
  if (line === undefined) return null;
  const event = await db.models.event.findFirst({ where: { id }, select: { body: true, packed: true } });
  return event && { ...withCursor(line, scope), body: readBody(event) };
}

function linesWhere(scope: AccountScope, condition: Sql): Sql {
  return sql`
    SELECT v.id, v.type, v.sequence, v.created_at, v.epoch, v.transaction_id, v.row, o.external_order_id, o.order_code,
           told.told
    FROM events v
    JOIN orders o ON o.id = v.order_id
    CROSS JOIN LATERAL (
      SELECT coalesce(jsonb_agg(jsonb_build_object('endpointId', e.id, 'deliveryId', d.id::text, 'url', e.url,
                                                   'state', d.state) ORDER BY e.created_at, e.id), '[]') AS told
      FROM webhook_endpoints e JOIN webhook_deliveries d ON d.endpoint_id = e.id AND d.event_id = v.id
      WHERE e.account_id = v.account_id AND e.mode = v.mode AND e.deleted_at IS NULL) told
    WHERE v.account_id = ${scope.accountId}::uuid AND v.mode = ${scope.mode}::mode AND ${condition}`;
}

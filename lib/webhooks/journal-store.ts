import * as z from "zod";
import type { AccountScope } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { events, orders } from "@/lib/db/generated/columns";
import { json, pick, type RowOf } from "@/lib/db/row";
import { join, query, type Sql, sql } from "@/lib/db/sql";
import type { JournalPosition } from "@/lib/events/journal";
import { DELIVERY_STATES } from "@/lib/webhooks/delivery";

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

export type JournalRow = RowOf<typeof LINE>;

const ALL = sql`true`;

export interface JournalFilter {
  readonly type: string | null;
  readonly externalOrderId: string | null;
}

export function selectNewestEvents(
  db: Queryable,
  scope: AccountScope,
  { type, externalOrderId }: JournalFilter,
  { before, since, limit }: { before: JournalPosition | null; since: Date; limit: number },
): Promise<JournalRow[]> {
  const conditions = [
    sql`v.created_at >= ${since}::timestamptz`,
    type === null ? ALL : sql`v.type = ${type}`,
    externalOrderId === null
      ? ALL
      : sql`v.order_id = (SELECT id FROM orders WHERE account_id = ${scope.accountId}::uuid
              AND mode = ${scope.mode}::mode AND external_order_id = ${externalOrderId})`,
    before === null
      ? ALL
      : sql`(v.epoch, v.transaction_id, v.row) < (${before.epoch}, ${before.transactionId}, ${before.row})`,
  ];
  return query(db, LINE)`
    ${linesWhere(scope, join(conditions, " AND "))}
    ORDER BY v.epoch DESC, v.transaction_id DESC, v.row DESC LIMIT ${limit}`;
}

export async function findEvent(
  db: Queryable,
  scope: AccountScope,
  id: string,
): Promise<(JournalRow & { readonly body: string }) | null> {
  const [line] = await query(db, LINE)`${linesWhere(scope, sql`v.id = ${id}::uuid`)}`;
  if (line === undefined) return null;
  const event = await db.models.event.findFirst({ where: { id }, select: { body: true } });
  return event && { ...line, ...event };
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

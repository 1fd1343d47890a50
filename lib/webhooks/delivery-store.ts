import type { AccountScope } from "@/lib/accounts/scope";
import type { Database, Queryable } from "@/lib/db/client";
import { bool, int4, int8, oneOf, text, timestamptz, uuid } from "@/lib/db/row";
import { execute, join, query, sql } from "@/lib/db/sql";
import type { OrderRef } from "@/lib/orders/order-ref";
import {
  DELIVERY_STATES,
  type DeliveryFile,
  type DeliveryFilter,
  type ListedDelivery,
  type WebhookDeliveryItem,
} from "@/lib/webhooks/delivery";
import type { SentMessage } from "@/lib/webhooks/explain-signature";

const LISTED = {
  id: int8,
  eventId: uuid,
  eventType: text,
  isTest: bool,
  externalOrderId: text.orNull,
  orderCode: text.orNull,
  state: oneOf(DELIVERY_STATES),
  attempts: int4,
  createdAt: timestamptz,
  runAt: timestamptz,
  finishedAt: timestamptz.orNull,
  status: int4.orNull,
  failure: text.orNull,
  durationMs: int4.orNull,
};

/** The endpoint's deliveries, newest first. */
export async function selectDeliveries(
  db: Queryable,
  scope: AccountScope,
  endpointId: string,
  filter: DeliveryFilter,
  limit: number,
): Promise<ListedDelivery[]> {
  const conditions = [
    sql`d.endpoint_id = ${endpointId}::uuid AND d.account_id = ${scope.accountId}::uuid`,
    ...(filter.state === undefined ? [] : [sql`d.state = ${filter.state}::webhook_delivery_state`]),
    ...(filter.eventType === undefined ? [] : [sql`d.event_type = ${filter.eventType}`]),
    ...(filter.before === undefined ? [] : [sql`d.id < ${filter.before}`]),
    ...(filter.externalOrderId === undefined
      ? []
      : [
          sql`d.order_id = (SELECT id FROM orders WHERE account_id = ${scope.accountId}::uuid
            AND mode = ${scope.mode}::mode AND external_order_id = ${filter.externalOrderId})`,
        ]),
  ];
  return query(db, LISTED)`
    SELECT d.id, d.event_id, d.event_type, d.is_test, o.external_order_id, o.order_code, d.state, d.attempts,
           d.created_at, d.run_at, d.finished_at, a.status, a.failure, a.duration_ms
    FROM webhook_deliveries d
    LEFT JOIN orders o ON o.id = d.order_id
    LEFT JOIN webhook_attempts a ON a.delivery_id = d.id AND a.number = d.attempts
    WHERE ${join(conditions, " AND ")}
    ORDER BY d.id DESC LIMIT ${limit}`;
}

const OF_ORDER = {
  id: int8,
  endpointId: uuid,
  url: text,
  eventType: text,
  sequence: int4,
  state: oneOf(DELIVERY_STATES),
  attempts: int4,
  status: int4.orNull,
  durationMs: int4.orNull,
};

/** What of an order's events goes to endpoints that there still are, newest first. */
export function selectDeliveriesOfOrder(
  db: Queryable,
  { id: orderId, scope }: OrderRef,
  limit: number,
): Promise<WebhookDeliveryItem[]> {
  return query(db, OF_ORDER)`
    SELECT d.id, d.endpoint_id, e.url, v.type AS event_type, v.sequence, d.state, d.attempts, a.status, a.duration_ms
    FROM events v
    JOIN webhook_endpoints e ON e.account_id = v.account_id AND e.mode = v.mode AND e.deleted_at IS NULL
    JOIN webhook_deliveries d ON d.endpoint_id = e.id AND d.event_id = v.id
    LEFT JOIN webhook_attempts a ON a.delivery_id = d.id AND a.number = d.attempts
    WHERE v.order_id = ${orderId} AND v.account_id = ${scope.accountId}::uuid AND v.mode = ${scope.mode}::mode
    ORDER BY v.sequence DESC, e.created_at, e.id LIMIT ${limit}`;
}

export async function selectDelivery(
  db: Database,
  scope: AccountScope,
  endpointId: string,
  deliveryId: bigint,
): Promise<DeliveryFile | null> {
  const [row] = await selectDeliveries(db, scope, endpointId, { before: deliveryId + 1n }, 1);
  if (row?.id !== deliveryId) return null;
  const body = await selectBody(db, deliveryId);
  // An attempt that was recorded since belongs to a later state than the one that was read.
  const number = { lte: row.attempts };
  const log = await db.models.webhookAttempt.findMany({
    where: { deliveryId, number },
    orderBy: { number: "desc" },
  });
  return { ...row, body, log };
}

/** The bytes that a delivery sends; null when the journal has forgotten them. */
async function selectBody(db: Queryable, deliveryId: bigint): Promise<string | null> {
  const [sent] = await query(db, { body: text.orNull })`
    SELECT coalesce(d.body, v.body) AS body
    FROM webhook_deliveries d LEFT JOIN events v ON v.id = d.event_id WHERE d.id = ${deliveryId}`;
  return sent?.body ?? null;
}

/** What the endpoint was sent of an event, and at which instants, the latest hundred; null when it was sent nothing. */
export async function findSent(
  db: Database,
  scope: AccountScope,
  endpointId: string,
  eventId: string,
): Promise<SentMessage | null> {
  const delivery = await db.models.webhookDelivery.findFirst({
    where: { endpointId, eventId, accountId: scope.accountId },
    select: { id: true, log: { select: { attemptedAt: true }, orderBy: { number: "desc" }, take: 100 } },
  });
  if (delivery === null) return null;
  const sentAt = delivery.log.map(({ attemptedAt }) => attemptedAt);
  return { body: await selectBody(db, delivery.id), sentAt };
}

/** Deletes some of what is older, with its attempts. @returns how many rows went */
export async function deleteOldDeliveries(db: Queryable, before: Date, most: number): Promise<number> {
  return execute(db)`
    DELETE FROM webhook_deliveries WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM webhook_deliveries WHERE created_at < ${before}::timestamptz
      ORDER BY created_at LIMIT ${most}))`;
}

/** Deletes some deliveries of endpoints that were removed before an instant. @returns how many rows went */
export async function deleteRemovedDeliveries(db: Queryable, before: Date, most: number): Promise<number> {
  return execute(db)`
    DELETE FROM webhook_deliveries WHERE ctid = ANY (ARRAY(
      SELECT d.ctid FROM webhook_endpoints e JOIN webhook_deliveries d ON d.endpoint_id = e.id
      WHERE e.deleted_at < ${before}::timestamptz LIMIT ${most}))`;
}

/** Deletes endpoints that were removed before an instant. */
export async function deleteEmptyEndpoints(db: Queryable, before: Date): Promise<void> {
  await db.models.webhookEndpoint.deleteMany({ where: { deletedAt: { lt: before } } });
}

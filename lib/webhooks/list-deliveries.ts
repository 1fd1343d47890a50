import type { AccountScope } from "@/lib/account-scope";
import type { Database, Queryable } from "@/lib/db/client";
import {
  events,
  orders,
  webhookAttempts,
  webhookDeliveries,
  webhookEndpoints,
} from "@/lib/db/generated/columns";
import { outer, pick, type RowOf, text } from "@/lib/db/row";
import { join, query, sql } from "@/lib/db/sql";
import { DomainError } from "@/lib/domain-error";
import { readKeptBody } from "@/lib/events/event-body";
import type { OrderRef } from "@/lib/orders/order-ref";
import type { DeliveryFilter } from "@/lib/webhooks/delivery";
import { getEndpointRow } from "@/lib/webhooks/endpoint-store";
import type { SentMessage } from "@/lib/webhooks/explain-signature";

const LISTED = {
  ...pick(webhookDeliveries, "id eventId eventType isTest state attempts createdAt runAt finishedAt"),
  ...outer(pick(orders, "externalOrderId orderCode")),
  ...outer(pick(webhookAttempts, "status failure durationMs")),
};

export type DeliveryListItem = Readonly<RowOf<typeof LISTED>>;

/** Newest first; the next page begins before `nextBefore`. @throws DomainError ENDPOINT_NOT_FOUND */
export async function listDeliveries(
  db: Database,
  scope: AccountScope,
  { endpointId, filter, limit }: { endpointId: string; filter: DeliveryFilter; limit: number },
): Promise<{ deliveries: DeliveryListItem[]; nextBefore: bigint | null }> {
  await getEndpointRow(db, scope, endpointId);
  const found = await selectDeliveries(db, scope, endpointId, filter, limit + 1);
  const deliveries = found.slice(0, limit);
  return { deliveries, nextBefore: found.length > limit ? (deliveries.at(-1)?.id ?? null) : null };
}

function selectDeliveries(
  db: Queryable,
  scope: AccountScope,
  endpointId: string,
  filter: DeliveryFilter,
  limit: number,
): Promise<DeliveryListItem[]> {
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

const ATTEMPT = pick(webhookAttempts, "deliveryId attemptedAt status failure durationMs");

export type AttemptListItem = Readonly<RowOf<typeof ATTEMPT>>;

/** With its endpoint and the attempts, newest first. @throws DomainError ENDPOINT_NOT_FOUND, DELIVERY_NOT_FOUND */
export async function getDelivery(
  db: Database,
  scope: AccountScope,
  { endpointId, deliveryId }: { endpointId: string; deliveryId: bigint },
) {
  const endpoint = await getEndpointRow(db, scope, endpointId);
  const [row] = await selectDeliveries(db, scope, endpointId, { before: deliveryId + 1n }, 1);
  if (row?.id !== deliveryId) throw new DomainError("DELIVERY_NOT_FOUND");
  const body = await findBody(db, deliveryId);
  // Excludes attempts recorded after the row was read.
  const number = { lte: row.attempts };
  const log = await db.models.webhookAttempt.findMany({
    where: { deliveryId, number },
    orderBy: { number: "desc" },
  });
  return { ...row, body, log, endpoint };
}

const MAX_ATTEMPTS_SHOWN = 20;

/** By delivery, newest first, at most the latest 20 of each. */
export async function listAttempts(db: Queryable, deliveryIds: readonly bigint[]) {
  const found = await query(db, ATTEMPT)`
    SELECT a.delivery_id, a.attempted_at, a.status, a.failure, a.duration_ms
    FROM webhook_deliveries d JOIN webhook_attempts a ON a.delivery_id = d.id
    WHERE d.id = ANY(${[...deliveryIds]}::bigint[])
      AND a.number > d.attempts - ${MAX_ATTEMPTS_SHOWN} AND a.number <= d.attempts
    ORDER BY a.delivery_id, a.number DESC`;
  const byDelivery = new Map<bigint, AttemptListItem[]>(deliveryIds.map((id) => [id, []]));
  for (const attempt of found) byDelivery.get(attempt.deliveryId)?.push(attempt);
  return byDelivery;
}

async function findBody(db: Queryable, deliveryId: bigint): Promise<string | null> {
  const [sent] = await query(db, { body: text.orNull, packed: events.packed })`
    SELECT coalesce(d.body, v.body) AS body, v.packed
    FROM webhook_deliveries d LEFT JOIN events v ON v.id = d.event_id WHERE d.id = ${deliveryId}`;
  return sent === undefined ? null : readKeptBody(sent);
}

/** Null if nothing was sent; at most the latest hundred instants. */
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
  return { body: await findBody(db, delivery.id), sentAt };
}

const OF_ORDER = {
  ...pick(webhookDeliveries, "id endpointId state attempts"),
  url: webhookEndpoints.url,
  sequence: events.sequence,
  eventType: events.type,
  ...outer(pick(webhookAttempts, "status durationMs")),
};

export type WebhookDeliveryItem = Readonly<RowOf<typeof OF_ORDER>>;

const MAX_OF_ORDER = 50;

/** By event, newest first, at most 50. */
export async function listOrderDeliveries(db: Queryable, { id: orderId, scope }: OrderRef) {
  const found = await query(db, OF_ORDER)`
    SELECT d.id, d.endpoint_id, e.url, v.type AS event_type, v.sequence, d.state, d.attempts, a.status, a.duration_ms
    FROM events v
    JOIN webhook_endpoints e ON e.account_id = v.account_id AND e.mode = v.mode AND e.deleted_at IS NULL
    JOIN webhook_deliveries d ON d.endpoint_id = e.id AND d.event_id = v.id
    LEFT JOIN webhook_attempts a ON a.delivery_id = d.id AND a.number = d.attempts
    WHERE v.order_id = ${orderId} AND v.account_id = ${scope.accountId}::uuid AND v.mode = ${scope.mode}::mode
    ORDER BY v.sequence DESC, e.created_at, e.id LIMIT ${MAX_OF_ORDER + 1}`;
  return { deliveries: found.slice(0, MAX_OF_ORDER), isCut: found.length > MAX_OF_ORDER };
}

import type { AccountScope } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { OrderRow } from "@/lib/orders/order-row";
import type { DeliveryFile, DeliveryFilter, ListedDelivery, OrderDelivery } from "@/lib/webhooks/delivery";
import type { SentMessage } from "@/lib/webhooks/explain-signature";

/** The endpoint's deliveries, newest first. */
export async function selectDeliveries(
  db: Queryable,
  scope: AccountScope,
  endpointId: string,
  filter: DeliveryFilter,
  limit: number,
): Promise<ListedDelivery[]> {
  const conditions = [
    Prisma.sql`d.endpoint_id = ${endpointId}::uuid AND d.account_id = ${scope.accountId}::uuid`,
    ...(filter.state === undefined ? [] : [Prisma.sql`d.state = ${filter.state}::webhook_delivery_state`]),
    ...(filter.eventType === undefined ? [] : [Prisma.sql`d.event_type = ${filter.eventType}`]),
    ...(filter.before === undefined ? [] : [Prisma.sql`d.id < ${filter.before}`]),
    ...(filter.externalOrderId === undefined
      ? []
      : [
          Prisma.sql`d.order_id = (SELECT id FROM orders WHERE account_id = ${scope.accountId}::uuid
            AND mode = ${scope.mode}::mode AND external_order_id = ${filter.externalOrderId})`,
        ]),
  ];
  return db.$queryRaw<ListedDelivery[]>`
    SELECT d.id, d.event_id AS "eventId", d.event_type AS "eventType", d.is_test AS "isTest",
           o.external_order_id AS "externalOrderId", o.order_code AS "orderCode", d.state::text AS state,
           d.attempts, d.created_at AS "createdAt", d.run_at AS "runAt", d.finished_at AS "finishedAt",
           a.status, a.failure, a.duration_ms AS "durationMs"
    FROM webhook_deliveries d
    LEFT JOIN orders o ON o.id = d.order_id
    LEFT JOIN webhook_attempts a ON a.delivery_id = d.id AND a.number = d.attempts
    WHERE ${Prisma.join(conditions, " AND ")}
    ORDER BY d.id DESC LIMIT ${limit}`;
}

/** What of an order's events goes to endpoints that there still are, newest first. */
export function selectDeliveriesOfOrder(
  db: Queryable,
  { id: orderId, scope }: OrderRow,
  limit: number,
): Promise<OrderDelivery[]> {
  return db.$queryRaw<OrderDelivery[]>`
    SELECT d.id, d.endpoint_id AS "endpointId", e.url, v.type AS "eventType", v.sequence, d.state::text AS state,
           d.attempts, a.status
    FROM events v
    JOIN webhook_endpoints e ON e.account_id = v.account_id AND e.mode = v.mode AND e.deleted_at IS NULL
    JOIN webhook_deliveries d ON d.endpoint_id = e.id AND d.event_id = v.id
    LEFT JOIN webhook_attempts a ON a.delivery_id = d.id AND a.number = d.attempts
    WHERE v.order_id = ${orderId} AND v.account_id = ${scope.accountId}::uuid AND v.mode = ${scope.mode}::mode
    ORDER BY v.sequence DESC, e.created_at, e.id LIMIT ${limit}`;
}

export async function selectDelivery(
  db: Queryable,
  scope: AccountScope,
  endpointId: string,
  deliveryId: bigint,
): Promise<DeliveryFile | null> {
  const [row] = await selectDeliveries(db, scope, endpointId, { before: deliveryId + 1n }, 1);
  if (row?.id !== deliveryId) return null;
  const body = await selectBody(db, deliveryId);
  // An attempt that was recorded since belongs to a later state than the one that was read.
  const number = { lte: row.attempts };
  const log = await db.webhookAttempt.findMany({
    where: { deliveryId, number },
    orderBy: { number: "desc" },
  });
  return { ...row, body, log };
}

/** The bytes that a delivery sends; null when the journal has forgotten them. */
async function selectBody(db: Queryable, deliveryId: bigint): Promise<string | null> {
  const [sent] = await db.$queryRaw<{ body: string | null }[]>`
    SELECT coalesce(d.body, v.body) AS body
    FROM webhook_deliveries d LEFT JOIN events v ON v.id = d.event_id WHERE d.id = ${deliveryId}`;
  return sent?.body ?? null;
}

/** What the endpoint was sent of an event, and at which instants, the latest hundred; null when it was sent nothing. */
export async function findSent(
  db: Queryable,
  scope: AccountScope,
  endpointId: string,
  eventId: string,
): Promise<SentMessage | null> {
  const delivery = await db.webhookDelivery.findFirst({
    where: { endpointId, eventId, accountId: scope.accountId },
    select: { id: true, log: { select: { attemptedAt: true }, orderBy: { number: "desc" }, take: 100 } },
  });
  if (delivery === null) return null;
  const sentAt = delivery.log.map(({ attemptedAt }) => attemptedAt);
  return { body: await selectBody(db, delivery.id), sentAt };
}

/** Deletes some of what is older; in small parts, so that no statement takes long. @returns how many rows went */
export async function deleteOldDeliveries(db: Queryable, before: Date, most: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM webhook_deliveries WHERE id IN (
      SELECT id FROM webhook_deliveries WHERE created_at < ${before}::timestamptz ORDER BY created_at LIMIT ${most})`;
}

/** Deletes some deliveries of removed endpoints, and those endpoints that have none left. @returns how many rows went */
export async function deleteRemovedEndpoints(db: Queryable, before: Date, most: number): Promise<number> {
  const deleted = await db.$executeRaw`
    DELETE FROM webhook_deliveries WHERE id IN (
      SELECT d.id FROM webhook_endpoints e JOIN webhook_deliveries d ON d.endpoint_id = e.id
      WHERE e.deleted_at < ${before}::timestamptz LIMIT ${most})`;
  if (deleted > 0) return deleted;
  await db.$executeRaw`DELETE FROM webhook_endpoints WHERE deleted_at < ${before}::timestamptz`;
  return 0;
}

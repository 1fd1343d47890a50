import type { AccountScope } from "@/lib/account-scope";
import { IS_POSITION_SHOWN_SQL } from "@/lib/couriers/position-shown-sql";
import type { Queryable } from "@/lib/db/client";
import { int4, int8, text, uuid } from "@/lib/db/row";
import { execute, query, sql } from "@/lib/db/sql";
import { announceDeliveriesSql } from "@/lib/webhooks/insert-deliveries";
import { POSITION_EVENT } from "@/lib/webhooks/webhook-event";

export async function insertTest(
  db: Queryable,
  scope: AccountScope,
  endpointId: string,
  event: { id: string; type: string; body: string; createdAt: Date },
): Promise<bigint> {
  const [row] = await query(db, { id: int8, announced: text.orNull })`
    WITH put AS (
      INSERT INTO webhook_deliveries
        (endpoint_id, account_id, event_id, event_type, body, is_test, run_at, created_at)
      VALUES (${endpointId}::uuid, ${scope.accountId}::uuid, ${event.id}::uuid, ${event.type}, ${event.body}, true,
              now(), ${event.createdAt}::timestamptz)
      RETURNING id)
    SELECT id, (${announceDeliveriesSql(sql`put`)}) AS announced FROM put`;
  if (row === undefined) throw new Error("INSERT … RETURNING returned no row");
  return row.id;
}

/** A running attempt no longer counts. */
const ARMED = sql`
  state = 'pending', run_at = now(), leased_until = NULL, tries = 0, finished_at = NULL, claim = d.claim + 1`;

/** Skips deliveries whose body the journal no longer has. */
export async function requeueDeliveries(
  db: Queryable,
  scope: AccountScope,
  endpointId: string,
  deliveryIds: readonly bigint[],
): Promise<{ found: number; armed: number }> {
  const [counts] = await query(db, { found: int4, armed: int4, announced: text.orNull })`
    WITH found AS (
      SELECT d.id, d.body IS NOT NULL OR v.id IS NOT NULL AS has_body
      FROM webhook_deliveries d LEFT JOIN events v ON v.id = d.event_id
      WHERE d.id = ANY(${[...deliveryIds]}::bigint[]) AND d.endpoint_id = ${endpointId}::uuid
        AND d.account_id = ${scope.accountId}::uuid
      ORDER BY d.id FOR UPDATE OF d
    ), armed AS (
      UPDATE webhook_deliveries d SET ${ARMED}
      FROM found WHERE d.id = found.id AND found.has_body
      RETURNING d.id)
    SELECT (SELECT count(*)::int FROM found) AS found, (SELECT count(*)::int FROM armed) AS armed,
           (${announceDeliveriesSql(sql`armed`)}) AS announced`;
  if (counts === undefined) throw new Error("SELECT count(*) returned no row");
  return { found: counts.found, armed: counts.armed };
}

/** Sends each event once that failed, waits, or was not queued because the endpoint was disabled. */
export async function requeueMissed(
  db: Queryable,
  scope: AccountScope,
  endpointId: string,
  since: Date,
): Promise<number> {
  return execute(db)`
    WITH endpoint AS (
      SELECT id, account_id, mode, event_types FROM webhook_endpoints
      WHERE id = ${endpointId}::uuid AND account_id = ${scope.accountId}::uuid AND mode = ${scope.mode}::mode
        AND deleted_at IS NULL
    ), armed AS (
      UPDATE webhook_deliveries d SET ${ARMED}
      FROM endpoint
      WHERE d.endpoint_id = endpoint.id AND d.created_at >= ${since}::timestamptz AND NOT d.is_test
        AND d.event_type <> ${POSITION_EVENT} AND d.state <> 'succeeded'
        AND (d.leased_until IS NULL OR d.leased_until <= now())
      RETURNING 1
    ), missed AS (
      INSERT INTO webhook_deliveries (endpoint_id, account_id, event_id, event_type, order_id, run_at, created_at)
      SELECT endpoint.id, endpoint.account_id, v.id, v.type, v.order_id, now(), v.created_at
      FROM endpoint JOIN events v ON v.account_id = endpoint.account_id AND v.mode = endpoint.mode
      WHERE v.created_at >= ${since}::timestamptz AND v.type = ANY(endpoint.event_types)
      ORDER BY v.epoch, v.transaction_id, v.row
      ON CONFLICT (endpoint_id, event_id) DO NOTHING
      RETURNING 1
    ), put AS (SELECT 1 FROM armed UNION ALL SELECT 1 FROM missed)
    SELECT (${announceDeliveriesSql(sql`put`)}) FROM put`;
}

const POSITION_EVERY = sql`interval '20 seconds'`;

export async function selectMovedOrders(db: Queryable): Promise<{ endpointId: string; orderCode: string }[]> {
  return query(db, { endpointId: uuid, orderCode: text })`
    SELECT e.id AS endpoint_id, o.order_code
    FROM webhook_endpoints e
    JOIN orders o ON o.account_id = e.account_id AND o.mode = e.mode AND o.status IN ('assigned', 'in_progress')
    JOIN courier_positions p ON p.courier_id = o.courier_id
    LEFT JOIN webhook_deliveries d ON d.endpoint_id = e.id AND d.order_id = o.id
      AND d.event_type = ${POSITION_EVENT} AND NOT d.is_test
    WHERE ${POSITION_EVENT} = ANY(e.event_types) AND e.disabled_at IS NULL AND e.deleted_at IS NULL
      AND p.received_at > now() - interval '30 minutes' AND ${IS_POSITION_SHOWN_SQL}
      AND (d.id IS NULL OR (d.created_at <= now() - ${POSITION_EVERY} AND p.received_at > d.created_at))
    ORDER BY d.created_at NULLS FIRST LIMIT 500`;
}

export async function upsertPositionDelivery(
  db: Queryable,
  scope: AccountScope,
  endpointId: string,
  orderId: bigint,
  event: { id: string; body: string },
): Promise<void> {
  await execute(db)`
    WITH put AS (
      INSERT INTO webhook_deliveries AS d
        (endpoint_id, account_id, event_id, event_type, order_id, body, run_at, created_at)
      VALUES (${endpointId}::uuid, ${scope.accountId}::uuid, ${event.id}::uuid, ${POSITION_EVENT}, ${orderId},
              ${event.body}, now(), now())
      ON CONFLICT (endpoint_id, order_id) WHERE event_type = 'driver.location_updated' AND NOT is_test
      DO UPDATE SET event_id = excluded.event_id, body = excluded.body, created_at = excluded.created_at, ${ARMED}
      WHERE d.created_at <= now() - ${POSITION_EVERY}
      RETURNING 1)
    ${announceDeliveriesSql(sql`put`)}`;
}

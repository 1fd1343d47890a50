import { type Sql, sql } from "@/lib/db/sql";

/** Notified when there is something to deliver. Only a hint: the poll is what counts. */
export const WEBHOOKS_CHANNEL = "dropline_webhooks";

/** Part of the statement that writes the event; `source` names id, account_id, mode, order_id, type, created_at. */
export function insertDeliveriesSql(source: Sql): Sql {
  return sql`
      INSERT INTO webhook_deliveries (endpoint_id, account_id, event_id, event_type, order_id, run_at, created_at)
      SELECT e.id, e.account_id, source.id, source.type, source.order_id, now(), source.created_at
      FROM ${source} AS source
      JOIN webhook_endpoints e ON e.account_id = source.account_id AND e.mode = source.mode
      WHERE e.disabled_at IS NULL AND e.deleted_at IS NULL AND source.type = ANY(e.event_types)
      RETURNING 1`;
}

/** A query that notifies the senders when the transaction commits; without deliveries it sends nothing. */
export function announceDeliveriesSql(deliveries: Sql): Sql {
  return sql`SELECT pg_notify(${WEBHOOKS_CHANNEL}, '')::text FROM ${deliveries} LIMIT 1`;
}

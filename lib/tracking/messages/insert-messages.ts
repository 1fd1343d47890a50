import { join, type Sql, sql } from "@/lib/db/sql";
import { findTraceparent } from "@/lib/trace";
import { KIND_RULES, type MessageKind } from "@/lib/tracking/messages/message";

/** Notified when there is something to send. Only a hint: the poll is what counts. */
export const MESSAGES_CHANNEL = "dropline_messages";

interface Rule {
  readonly kind: MessageKind;
  readonly occurrence: Sql;
  readonly condition: Sql;
}

const FIRST = sql`1`;
const IS_OPEN = sql`s.delivered_at IS NULL AND s.failed_at IS NULL`;

/** The messages of each event, by the state of the dropoffs `s` and the account `a`. */
const RULES: Readonly<Partial<Record<string, readonly Rule[]>>> = {
  "order.created": [{ kind: "accepted", occurrence: FIRST, condition: sql`true` }],
  "order.in_progress": [
    { kind: "on_the_way", occurrence: FIRST, condition: IS_OPEN },
    {
      kind: "code",
      occurrence: FIRST,
      condition: sql`${IS_OPEN} AND coalesce(s.proof_code, a.proof_code)`,
    },
  ],
  "order.stop_failed": [
    { kind: "failed", occurrence: sql`s.attempts`, condition: sql`s.failed_at IS NOT NULL` },
  ],
  "order.stop_completed": [
    { kind: "delivered", occurrence: FIRST, condition: sql`s.delivered_at IS NOT NULL` },
  ],
  "order.delivered": [{ kind: "delivered", occurrence: FIRST, condition: sql`s.delivered_at IS NOT NULL` }],
};

/**
 * Part of the statement that writes the event: its messages. `source` names id, account_id, mode and notify of the
 * order, `stops` its stops. Null if the event has none.
 */
export function insertMessagesSql(eventType: string, source: Sql, stops: Sql): Sql | null {
  const rules = RULES[eventType];
  if (rules === undefined) return null;
  const rows = rules.map(
    ({ kind, occurrence, condition }) => sql`
      SELECT source.id, s.position, source.account_id, source.mode, ${kind}::message_kind, ${occurrence}::smallint,
             now(), now() + ${KIND_RULES[kind].useful} * interval '1 second', now(), ${findTraceparent()}
      FROM ${source} AS source
      JOIN accounts a ON a.id = source.account_id AND ${kind}::message_kind = ANY(a.message_kinds)
      JOIN ${stops} s ON s.order_id = source.id AND s.position > 0
      WHERE ${condition} AND s.contact_type = 'phone' AND coalesce(s.notify, source.notify, true)`,
  );
  return sql`
      INSERT INTO recipient_messages
        (order_id, position, account_id, mode, kind, occurrence, run_at, expires_at, created_at, traceparent)
      ${join(rows, " UNION ALL ")}
      ON CONFLICT (order_id, position, kind, occurrence) DO NOTHING
      RETURNING 1`;
}

/** A query that notifies the senders when the transaction commits; without messages it sends nothing. */
export function announceMessagesSql(messages: Sql): Sql {
  return sql`SELECT pg_notify(${MESSAGES_CHANNEL}, '')::text FROM ${messages} LIMIT 1`;
}

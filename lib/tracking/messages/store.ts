import type { Mode } from "@/lib/account-scope";
import type { Queryable, Transaction } from "@/lib/db/client";
import { accounts, orderStops, orders, recipientMessages } from "@/lib/db/generated/columns";
import { NOW_AS_STORED } from "@/lib/db/now";
import { bool, json, pick, type RowOf } from "@/lib/db/row";
import { execute, query, sql } from "@/lib/db/sql";
import { LIVE_CHANNEL, WEBHOOK_SUBJECT } from "@/lib/streams/announce";
import type { DropReason } from "@/lib/tracking/messages/message";
import { storedTexts } from "@/lib/tracking/messages/template";

const CLAIMED = pick(
  recipientMessages,
  "id orderId position accountId mode kind occurrence key claim attempts expiresAt text phone locale traceparent",
);

export type ClaimedMessage = Readonly<RowOf<typeof CLAIMED>>;
type Claim = Pick<ClaimedMessage, "id" | "claim">;

export function claimMessages(
  db: Queryable,
  { slots, leaseMs }: { slots: number; leaseMs: number },
): Promise<ClaimedMessage[]> {
  return query(db, CLAIMED)`
    WITH due AS (
      SELECT id FROM recipient_messages
      WHERE state = 'pending' AND run_at <= ${NOW_AS_STORED}
        AND (leased_until IS NULL OR leased_until <= ${NOW_AS_STORED})
      ORDER BY run_at LIMIT ${slots}::int FOR UPDATE SKIP LOCKED
    )
    UPDATE recipient_messages m
    SET claim = m.claim + 1, leased_until = now() + ${leaseMs} * interval '1 millisecond'
    FROM due WHERE m.id = due.id
    RETURNING m.id, m.order_id, m.position, m.account_id, m.mode, m.kind, m.occurrence, m.key, m.claim, m.attempts,
              m.expires_at, m.text, m.phone, m.locale, m.traceparent`;
}

const FACTS = {
  ...pick(orders, "orderCode status trackingToken"),
  ...pick(
    orderStops,
    "latitude longitude contactValue contactType arrivedAt deliveredAt failedAt attempts resolution",
  ),
  stopToken: orderStops.trackingToken,
  ...pick(accounts, "name brandName timeZone phoneCountry messageKinds quietFrom quietUntil messageCap"),
  messageTexts: json(storedTexts).orNull,
  language: accounts.messageLocale,
  isSingle: bool,
  needsCode: bool,
  isNotified: bool,
};

export type MessageFacts = Readonly<RowOf<typeof FACTS>>;

/** Null if an edit has removed the stop. */
export async function findFacts(
  db: Queryable,
  { orderId, position }: Pick<ClaimedMessage, "orderId" | "position">,
): Promise<MessageFacts | null> {
  const [facts = null] = await query(db, FACTS)`
    SELECT o.order_code, o.status, o.tracking_token, s.latitude, s.longitude, s.contact_value, s.contact_type,
           s.arrived_at, s.delivered_at, s.failed_at, s.attempts, s.resolution, s.tracking_token AS stop_token,
           a.name, a.brand_name, a.time_zone, a.phone_country, a.message_kinds, a.message_texts, a.quiet_from,
           a.quiet_until, a.message_cap, coalesce(s.locale, o.locale, a.message_locale) AS language,
           NOT EXISTS (SELECT FROM order_stops x WHERE x.order_id = o.id AND x.position > 1) AS is_single,
           coalesce(s.proof_code, a.proof_code) AND s.code_check IS NULL AS needs_code,
           coalesce(s.notify, o.notify, true) AS is_notified
    FROM orders o
    JOIN order_stops s ON s.order_id = o.id AND s.position = ${position}
    JOIN accounts a ON a.id = o.account_id
    WHERE o.id = ${orderId}`;
  return facts;
}

/** Holds the phone until the transaction ends, so that two messages to it never exceed the cap together. */
export async function countSentToPhone(
  tx: Transaction,
  { accountId, mode }: { readonly accountId: string; readonly mode: Mode },
  phone: string,
  since: Date,
): Promise<number> {
  await execute(tx)`SELECT pg_advisory_xact_lock(hashtextextended(${`${accountId} ${mode} ${phone}`}, 0))`;
  return tx.models.recipientMessage.count({
    where: { accountId, mode, phone, composedAt: { gte: since }, kind: { not: "code" } },
  });
}

export interface Composition {
  readonly phone: string;
  readonly locale: "ru" | "en";
  readonly text: string;
  readonly arrivesUntil: Date | null;
  readonly at: Date;
}

/** Counts a try before it is sent, so that a process that dies while sending cannot exceed the limit. */
export async function beginTry(
  tx: Transaction,
  { id, claim }: Claim,
  written: Composition,
): Promise<boolean> {
  const { phone, locale, text, arrivesUntil, at } = written;
  const begun = await execute(tx)`
    UPDATE recipient_messages SET
      attempts = attempts + 1, phone = ${phone}, locale = ${locale}::locale, text = ${text},
      arrives_until = ${arrivesUntil}::timestamptz, composed_at = coalesce(composed_at, ${at}::timestamptz)
    WHERE id = ${id} AND claim = ${claim} AND state = 'pending'`;
  return begun === 1;
}

type MessageEnd =
  | { readonly state: "sent" | "failed" | "recorded"; readonly reason?: undefined }
  | { readonly state: "dropped"; readonly reason: DropReason }
  | { readonly state: "pending"; readonly runAt: Date; readonly reason?: undefined };

export async function endMessage(
  db: Queryable,
  { id, claim }: Claim,
  end: MessageEnd,
  given: { readonly status: number | null; readonly answer: string | null } | null = null,
): Promise<void> {
  const runAt = end.state === "pending" ? end.runAt : null;
  const answered =
    given === null ? sql`` : sql`, status = ${given.status}::smallint, answer = ${given.answer}`;
  await execute(db)`
    WITH ended AS (
      UPDATE recipient_messages SET
        state = ${end.state}::message_state, reason = ${end.reason ?? null}, leased_until = NULL,
        run_at = coalesce(${runAt}::timestamptz, run_at),
        finished_at = CASE WHEN ${end.state} = 'pending' THEN NULL ELSE now() END${answered}
      WHERE id = ${id} AND claim = ${claim} AND state = 'pending'
      RETURNING order_id
    )
    SELECT pg_notify(${LIVE_CHANNEL}, ${WEBHOOK_SUBJECT} || ' ' || order_id) FROM ended`;
}

export async function releaseMessages(db: Queryable, messages: readonly Claim[]): Promise<void> {
  await execute(db)`
    UPDATE recipient_messages m SET leased_until = NULL
    FROM unnest(${messages.map(({ id }) => id)}::bigint[], ${messages.map(({ claim }) => claim)}::int[])
      AS held(id, claim)
    WHERE m.id = held.id AND m.claim = held.claim AND m.state = 'pending'`;
}

import type { Mode } from "@/lib/account-scope";
import type { Queryable, Transaction } from "@/lib/db/client";
import { accounts, orderStops, orders } from "@/lib/db/generated/columns";
import { bool, int8, pick, type RowOf } from "@/lib/db/row";
import { query, type Sql, sql } from "@/lib/db/sql";
import type { FeedbackValue } from "@/lib/orders/feedback/feedback";
import { DECISION, IS_IN_PERSON } from "@/lib/orders/order-parts";
import type { LockedOrder, OrderRef } from "@/lib/orders/order-ref";
import { toE164 } from "@/lib/to-e164";

const LINK = { orderId: int8 };

export async function findLinkedOrderId(db: Queryable, token: string): Promise<bigint | null> {
  const [row] = await query(db, LINK)`
    SELECT id AS order_id FROM orders WHERE tracking_token = ${token}
    UNION ALL
    SELECT order_id FROM order_stops WHERE tracking_token = ${token}
    LIMIT 1`;
  return row?.orderId ?? null;
}

/** Whether stop `s` of order `o` is the one of a link. */
const isOwnStop = (token: string): Sql => sql`(s.tracking_token = ${token}
           OR (o.tracking_token = ${token} AND s.position = 1
               AND NOT EXISTS (SELECT FROM order_stops other WHERE other.order_id = o.id AND other.position > 1)))`;

const RECIPIENT = {
  ...pick(orders, "accountId mode"),
  phoneCountry: accounts.phoneCountry,
  phone: orderStops.contactValue,
  hasMessages: bool,
};

/** Null without a phone, and for an order link with several dropoffs. */
export async function findRecipientPhone(
  db: Queryable,
  token: string,
): Promise<{ shop: { accountId: string; mode: Mode }; phone: string; hasMessages: boolean } | null> {
  const [row] = await query(db, RECIPIENT)`
    SELECT o.account_id, o.mode, a.phone_country, s.contact_value AS phone, a.message_kinds <> '{}' AS has_messages
    FROM order_stops s JOIN orders o ON o.id = s.order_id JOIN accounts a ON a.id = o.account_id
    WHERE s.position > 0 AND s.contact_type = 'phone'
      AND o.id IN (SELECT id FROM orders WHERE tracking_token = ${token}
                   UNION ALL SELECT order_id FROM order_stops WHERE tracking_token = ${token})
      AND ${isOwnStop(token)}`;
  const phone = row && toE164(row.phone, row.phoneCountry);
  if (row === undefined || phone == null) return null;
  return { shop: row, phone, hasMessages: row.hasMessages };
}

const OWN_STOP = {
  ...pick(orderStops, "position deliveredAt failedAt resolution attempts failureCode"),
  decision: orderStops.recipientRequest,
  mayDecide: accounts.recipientDecides,
  ...pick(accounts, "recipientWindowHours timeZone"),
  dispatchAt: orders.dispatchAt,
  isInPerson: bool,
};

/** Finds the dropoff of a link's recipient; null for an order link with several dropoffs. */
export async function findOwnStop(
  db: Queryable,
  { id }: OrderRef,
  token: string,
): Promise<RowOf<typeof OWN_STOP> | null> {
  const [stop] = await query(db, OWN_STOP)`
    SELECT s.position::int AS position, s.delivered_at, s.failed_at, s.resolution,
           s.attempts::int AS attempts, s.failure_code, a.recipient_decides AS may_decide,
           a.recipient_window_hours, a.time_zone, o.dispatch_at,
           ${IS_IN_PERSON} AS is_in_person, ${DECISION} AS decision
    FROM orders o JOIN accounts a ON a.id = o.account_id
    JOIN order_stops s ON s.order_id = o.id AND s.position > 0
    WHERE o.id = ${id}
      AND ${isOwnStop(token)}`;
  return stop ?? null;
}

/** Replaces the note; null removes it. Returns false when nothing changes. */
export async function writeStopNote(
  tx: Transaction,
  { id }: LockedOrder,
  position: number,
  note: string | null,
  at: Date,
): Promise<boolean> {
  const { count } = await tx.models.orderStop.updateMany({
    where: {
      orderId: id,
      position,
      OR: [{ recipientNote: { not: note } }, ...(note === null ? [] : [{ recipientNote: null }])],
    },
    data: { recipientNote: note, recipientNoteAt: note === null ? null : at, recipientNoteSeenAt: null },
  });
  return count === 1;
}

export async function hasUnseenNote(db: Queryable, orderId: bigint): Promise<boolean> {
  const where = { orderId, recipientNote: { not: null }, recipientNoteSeenAt: null };
  return (await db.models.orderStop.count({ where })) > 0;
}

export async function writeNoteSeen(
  tx: Transaction,
  { id }: LockedOrder,
  position: number,
  note: string,
  at: Date,
): Promise<boolean> {
  const { count } = await tx.models.orderStop.updateMany({
    where: { orderId: id, position, recipientNote: note, recipientNoteSeenAt: null },
    data: { recipientNoteSeenAt: at },
  });
  return count === 1;
}

/** Stores feedback; a new problem is open. Returns false when nothing changes. */
export async function writeFeedback(
  tx: Transaction,
  { id }: LockedOrder,
  position: number,
  { value, text, at }: { value: FeedbackValue; text: string | null; at: Date },
): Promise<boolean> {
  const { count } = await tx.models.orderStop.updateMany({
    where: {
      orderId: id,
      position,
      OR: [
        { feedback: null },
        { feedback: { not: value } },
        { feedbackText: { not: text } },
        ...(text === null ? [] : [{ feedbackText: null }]),
      ],
    },
    data: { feedback: value, feedbackText: text, feedbackAt: at, feedbackSettledAt: null },
  });
  return count === 1;
}

export async function writeSettled(
  tx: Transaction,
  { id }: LockedOrder,
  position: number,
  at: Date,
): Promise<boolean> {
  const { count } = await tx.models.orderStop.updateMany({
    where: { orderId: id, position, feedback: "problem", feedbackSettledAt: null },
    data: { feedbackSettledAt: at },
  });
  return count === 1;
}

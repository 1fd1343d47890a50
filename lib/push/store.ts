import type { Queryable } from "@/lib/db/client";
import { pushSubscriptions } from "@/lib/db/generated/columns";
import { enumColumn, pick, text } from "@/lib/db/row";
import { execute, query, sql } from "@/lib/db/sql";
import { LOCALES, type Locale } from "@/lib/locale/locale";
import type { RecipientNotification } from "@/lib/push/push-message";
import type { Subscription } from "@/lib/push/subscription";

const SUBSCRIPTION = { ...pick(pushSubscriptions, "id endpoint p256dh auth"), locale: enumColumn(LOCALES) };

export interface StoredSubscription extends Subscription {
  readonly id: bigint;
  readonly locale: Locale;
}

interface NewSubscription extends Subscription {
  readonly locale: Locale;
  readonly at: Date;
}

const NEWEST_FIRST = sql`ORDER BY created_at DESC, id DESC`;

/** Stores a courier's browser, takes it from any other courier and keeps only the courier's newest others. */
export async function putCourierSubscription(
  db: Queryable,
  courierId: string,
  { endpoint, p256dh, auth, locale, at }: NewSubscription,
  most: number,
): Promise<void> {
  await execute(db)`
    WITH surplus AS (
      DELETE FROM push_subscriptions WHERE id IN (
        SELECT id FROM push_subscriptions WHERE courier_id = ${courierId}::uuid AND endpoint <> ${endpoint}
        ${NEWEST_FIRST} OFFSET ${most}::int - 1)
    )
    INSERT INTO push_subscriptions (courier_id, endpoint, p256dh, auth, locale, created_at)
    VALUES (${courierId}::uuid, ${endpoint}, ${p256dh}, ${auth}, ${locale}, ${at}::timestamptz)
    ON CONFLICT (endpoint) WHERE courier_id IS NOT NULL
    DO UPDATE SET courier_id = excluded.courier_id, p256dh = excluded.p256dh, auth = excluded.auth,
                  locale = excluded.locale, created_at = excluded.created_at`;
}

export function selectCourierSubscriptions(db: Queryable, courierId: string): Promise<StoredSubscription[]> {
  return db.models.pushSubscription.findMany({
    where: { courierId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  }) as Promise<StoredSubscription[]>;
}

export async function deleteSubscriptions(db: Queryable, ids: readonly bigint[]): Promise<void> {
  await db.models.pushSubscription.deleteMany({ where: { id: { in: [...ids] } } });
}

/** Keeps a recipient's browser under the link by which it subscribed, and of the link's others the newest. */
export async function putRecipientSubscription(
  db: Queryable,
  { orderId, token, isUnderWay }: { orderId: bigint; token: string; isUnderWay: boolean },
  { endpoint, p256dh, auth, locale, at }: NewSubscription,
  most: number,
): Promise<void> {
  await execute(db)`
    WITH surplus AS (
      DELETE FROM push_subscriptions WHERE id IN (
        SELECT id FROM push_subscriptions WHERE tracking_token = ${token} AND endpoint <> ${endpoint}
        ${NEWEST_FIRST} OFFSET ${most}::int - 1)
    )
    INSERT INTO push_subscriptions
      (order_id, tracking_token, endpoint, p256dh, auth, locale, created_at, told_on_the_way_at)
    VALUES (${orderId}, ${token}, ${endpoint}, ${p256dh}, ${auth}, ${locale}, ${at}::timestamptz,
            CASE WHEN ${isUnderWay} THEN ${at}::timestamptz END)
    ON CONFLICT (tracking_token, endpoint) WHERE tracking_token IS NOT NULL
    DO UPDATE SET p256dh = excluded.p256dh, auth = excluded.auth, locale = excluded.locale`;
}

export async function selectUntoldLinks(db: Queryable): Promise<string[]> {
  const rows = await query(db, { token: text.orNull })`
    SELECT DISTINCT p.tracking_token AS token
    FROM push_subscriptions p JOIN orders o ON o.id = p.order_id AND o.status = 'in_progress'
    WHERE p.tracking_token IS NOT NULL AND p.told_near_at IS NULL`;
  return rows.flatMap(({ token }) => token ?? []);
}

export async function claimPendingSubscriptions(
  db: Queryable,
  token: string,
  news: RecipientNotification,
  at: Date,
): Promise<{ subscription: StoredSubscription; shop: string }[]> {
  const isNear = news === "near";
  const rows = await query(db, { ...SUBSCRIPTION, shop: text })`
    UPDATE push_subscriptions p
    SET told_near_at = CASE WHEN ${isNear} THEN ${at}::timestamptz END,
        told_on_the_way_at = coalesce(p.told_on_the_way_at, ${at}::timestamptz)
    FROM orders o JOIN accounts a ON a.id = o.account_id
    WHERE p.tracking_token = ${token} AND p.told_near_at IS NULL AND (${isNear} OR p.told_on_the_way_at IS NULL)
      AND o.id = p.order_id AND o.status = 'in_progress'
    RETURNING p.id, p.endpoint, p.p256dh, p.auth, p.locale, coalesce(a.brand_name, a.name) AS shop`;
  return rows.map(({ shop, ...subscription }) => ({ subscription, shop }));
}

export async function deleteEnded(db: Queryable): Promise<void> {
  await execute(db)`
    DELETE FROM push_subscriptions p USING orders o
    WHERE o.id = p.order_id AND o.status IN ('delivered', 'cancelled')`;
}

import type { Queryable } from "@/lib/db/client";
import { pushSubscriptions } from "@/lib/db/generated/columns";
import { enumColumn, pick, text } from "@/lib/db/row";
import { execute, query } from "@/lib/db/sql";
import { LOCALES } from "@/lib/locale/locale";
import type { PushContext } from "@/lib/notify/push-context";
import { type StoredSubscription, sendPush } from "@/lib/notify/send-push";
import { MESSAGES } from "@/messages/messages";

export type RecipientNotification = "onTheWay" | "near";

/** A notification that is delayed by more than five minutes is useless. */
const MANNER = { ttlSeconds: 300, urgency: "high" } as const;

const CLAIMED = {
  ...pick(pushSubscriptions, "id endpoint p256dh auth"),
  locale: enumColumn(LOCALES),
  shop: text,
};

/** Marks before sending: a crash may lose a message but never repeats it. */
export async function pushToRecipients(
  context: PushContext,
  token: string,
  news: RecipientNotification,
): Promise<void> {
  const isNear = news === "near";
  const at = context.clock.now();
  const claimed = await query(context.db, CLAIMED)`
    UPDATE push_subscriptions p
    SET told_near_at = CASE WHEN ${isNear} THEN ${at}::timestamptz END,
        told_on_the_way_at = coalesce(p.told_on_the_way_at, ${at}::timestamptz)
    FROM orders o JOIN accounts a ON a.id = o.account_id
    WHERE p.tracking_token = ${token} AND p.told_near_at IS NULL AND (${isNear} OR p.told_on_the_way_at IS NULL)
      AND o.id = p.order_id AND o.status = 'in_progress'
    RETURNING p.id, p.endpoint, p.p256dh, p.auth, p.locale, coalesce(a.brand_name, a.name) AS shop`;
  await sendPush(
    context,
    claimed,
    ({ locale, shop }) => {
      const { title, body } = MESSAGES[locale].push.recipient[news];
      return {
        title,
        body: body.replace("{shop}", () => shop),
        url: `${context.publicUrl}/t/${token}`,
        tag: token,
      };
    },
    MANNER,
  );
}

/** Returns the browsers subscribed by the links of an order. */
export async function findSubscriptions(db: Queryable, orderId: bigint) {
  const stored = await db.models.pushSubscription.findMany({ where: { orderId } });
  return stored as (StoredSubscription & { readonly trackingToken: string | null })[];
}

export async function deleteEndedSubscriptions(db: Queryable): Promise<void> {
  await execute(db)`
    DELETE FROM push_subscriptions p USING orders o
    WHERE o.id = p.order_id AND o.status IN ('delivered', 'cancelled')`;
}

/** Tokens of tracking links with a subscribed browser not yet notified that the courier is near. */
export async function listLinksToNotify(db: Queryable): Promise<string[]> {
  const rows = await query(db, { token: text.orNull })`
    SELECT DISTINCT p.tracking_token AS token
    FROM push_subscriptions p JOIN orders o ON o.id = p.order_id AND o.status = 'in_progress'
    WHERE p.tracking_token IS NOT NULL AND p.told_near_at IS NULL`;
  return rows.flatMap(({ token }) => token ?? []);
}

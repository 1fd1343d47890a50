import { execute, sql } from "@/lib/db/sql";
import type { TargetPolicy } from "@/lib/http/target";
import type { PushContext } from "@/lib/notify/push-context";
import { readSubscription } from "@/lib/notify/read-subscription";

type SubscribeContext = Pick<PushContext, "db" | "clock"> & { readonly policy: TargetPolicy };

/** Browsers of a courier, or of a tracking link; the oldest make room for a new one. */
const MAX_BROWSERS = 5;
const BEYOND_LIMIT = sql`ORDER BY created_at DESC, id DESC OFFSET ${MAX_BROWSERS}::int - 1`;

/** Reassigns the browser if another courier had it. @throws DomainError INVALID_PAYLOAD */
export async function subscribeCourier(
  { db, clock, policy }: SubscribeContext,
  courierId: string,
  input: unknown,
): Promise<void> {
  const { endpoint, p256dh, auth, locale } = readSubscription(input, policy);
  await execute(db)`
    WITH surplus AS (
      DELETE FROM push_subscriptions WHERE id IN (
        SELECT id FROM push_subscriptions WHERE courier_id = ${courierId}::uuid AND endpoint <> ${endpoint}
        ${BEYOND_LIMIT})
    )
    INSERT INTO push_subscriptions (courier_id, endpoint, p256dh, auth, locale, created_at)
    VALUES (${courierId}::uuid, ${endpoint}, ${p256dh}, ${auth}, ${locale}, ${clock.now()}::timestamptz)
    ON CONFLICT (endpoint) WHERE courier_id IS NOT NULL
    DO UPDATE SET courier_id = excluded.courier_id, p256dh = excluded.p256dh, auth = excluded.auth,
                  locale = excluded.locale, created_at = excluded.created_at`;
}

/** The browser belongs to the link by which it subscribes. @throws DomainError INVALID_PAYLOAD */
export async function subscribeRecipient(
  { db, clock, policy }: SubscribeContext,
  { orderId, token, isUnderWay }: { orderId: bigint; token: string; isUnderWay: boolean },
  input: unknown,
): Promise<void> {
  const { endpoint, p256dh, auth, locale } = readSubscription(input, policy);
  const at = clock.now();
  await execute(db)`
    WITH surplus AS (
      DELETE FROM push_subscriptions WHERE id IN (
        SELECT id FROM push_subscriptions WHERE tracking_token = ${token} AND endpoint <> ${endpoint}
        ${BEYOND_LIMIT})
    )
    INSERT INTO push_subscriptions
      (order_id, tracking_token, endpoint, p256dh, auth, locale, created_at, told_on_the_way_at)
    VALUES (${orderId}, ${token}, ${endpoint}, ${p256dh}, ${auth}, ${locale}, ${at}::timestamptz,
            CASE WHEN ${isUnderWay} THEN ${at}::timestamptz END)
    ON CONFLICT (tracking_token, endpoint) WHERE tracking_token IS NOT NULL
    DO UPDATE SET p256dh = excluded.p256dh, auth = excluded.auth, locale = excluded.locale`;
}

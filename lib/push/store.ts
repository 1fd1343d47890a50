import type { Queryable } from "@/lib/db/client";
import { int8, oneOf, text } from "@/lib/db/row";
import { execute, query, sql } from "@/lib/db/sql";
import { LOCALES, type Locale } from "@/lib/locale/locale";
import type { Subscription } from "@/lib/push/subscription";

const SUBSCRIPTION = { id: int8, endpoint: text, p256dh: text, auth: text, locale: oneOf(LOCALES) };

/** A subscription as it is kept. */
export interface StoredSubscription extends Subscription {
  readonly id: bigint;
  readonly locale: Locale;
}

interface NewSubscription extends Subscription {
  readonly locale: Locale;
  readonly at: Date;
}

const NEWEST_FIRST = sql`ORDER BY created_at DESC, id DESC`;

/** Keeps a courier's browser, which it takes from whoever had it, and of the courier's others the newest. */
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

/** The browsers of a courier, the newest first. */
export function selectCourierSubscriptions(db: Queryable, courierId: string): Promise<StoredSubscription[]> {
  return query(db, SUBSCRIPTION)`
    SELECT id, endpoint, p256dh, auth, locale FROM push_subscriptions
    WHERE courier_id = ${courierId}::uuid ${NEWEST_FIRST}`;
}

/** Forgets browsers that are gone. */
export async function deleteSubscriptions(db: Queryable, ids: readonly bigint[]): Promise<void> {
  await execute(db)`DELETE FROM push_subscriptions WHERE id = ANY (${[...ids]}::bigint[])`;
}

import type { PushSubscription } from "@/lib/db/generated/client";
import type { Locale } from "@/lib/locale/locale";
import { logInfo } from "@/lib/log";
import { metrics } from "@/lib/metrics";
import type { PushContext, PushService } from "@/lib/notify/push-context";

const TIMEOUT_MS = 5_000;

export type PushMessage = Readonly<Record<"title" | "body" | "url" | "tag", string>>;

export interface StoredSubscription extends Pick<PushSubscription, "id" | "endpoint" | "p256dh" | "auth"> {
  readonly locale: Locale;
}

interface PushOptions {
  readonly ttlSeconds: number;
  readonly urgency: "normal" | "high";
}

/** Sends without retries and deletes browsers that are gone. @returns the number accepted */
export async function sendPush<Target extends StoredSubscription>(
  { db, push }: PushContext,
  subscriptions: readonly Target[],
  compose: (subscription: Target) => PushMessage,
  manner: PushOptions,
): Promise<number> {
  if (push === null || subscriptions.length === 0) return 0;
  const outcomes = await Promise.all(
    subscriptions.map(async (subscription) => ({
      id: subscription.id,
      outcome: await sendWithKeys(push, subscription, compose(subscription), manner),
    })),
  );
  const gone = outcomes.flatMap(({ id, outcome }) => (outcome === "gone" ? [id] : []));
  if (gone.length > 0) await db.models.pushSubscription.deleteMany({ where: { id: { in: gone } } });
  return outcomes.filter(({ outcome }) => outcome === "sent").length;
}

type Outcome = "sent" | "gone" | "failed" | "refused";

/** A push service refuses other keys than those with which the browser has subscribed. */
async function sendWithKeys(push: PushService, ...rest: SendParameters): Promise<Outcome> {
  const outcome = await sendOne(push, ...rest);
  if (outcome !== "refused" || push.formerKeys === null) return outcome;
  return sendOne({ ...push, keys: push.formerKeys }, ...rest);
}

type SendParameters = [subscription: StoredSubscription, message: PushMessage, manner: PushOptions];

async function sendOne(
  { keys, sender, subject }: PushService,
  ...[{ endpoint, p256dh, auth }, message, { ttlSeconds, urgency }]: SendParameters
): Promise<Outcome> {
  // Loaded with the first notification, since most processes send none.
  const { default: webPush } = await import("web-push");
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    { vapidDetails: { subject, ...keys }, TTL: ttlSeconds, urgency, contentEncoding: "aes128gcm" },
  );
  const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const request = { url: endpoint, isLive: true, headers: texts, body };
  const { status, failure, durationMs } = await sender.send(request, undefined, TIMEOUT_MS);
  // RFC 8030: 404 for a subscription that has expired; some services use 410. A refused address stays refused.
  const isGone = status === 404 || failure === "gone" || failure === "address";
  const outcome = isGone ? "gone" : (failure ?? "success");
  metrics().pushes.observe({ outcome }, durationMs / 1000);
  if (failure !== null) logInfo("push not sent", { outcome, status, host: new URL(endpoint).hostname });
  if (failure === null) return "sent";
  if (status === 401 || status === 403) return "refused";
  return isGone ? "gone" : "failed";
}

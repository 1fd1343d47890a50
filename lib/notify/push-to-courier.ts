import type { PushContext } from "@/lib/notify/push-context";
import { type PushMessage, type StoredSubscription, sendPush } from "@/lib/notify/send-push";

const MANNER = { ttlSeconds: 180, urgency: "high" } as const;

/** Sends to all of a courier's browsers and deletes those that are gone. Returns the number of accepted messages. */
export async function pushToCourier(
  context: PushContext,
  courierId: string,
  message: PushMessage | ((subscription: StoredSubscription) => PushMessage),
): Promise<number> {
  const subscriptions = await context.db.models.pushSubscription.findMany({ where: { courierId } });
  const compose = typeof message === "function" ? message : () => message;
  return sendPush(context, subscriptions as StoredSubscription[], compose, MANNER);
}

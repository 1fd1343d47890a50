import { DONE, type JobHandler } from "@/lib/jobs/job";
import type { PushService } from "@/lib/notify/push-context";
import { findSubscriptions } from "@/lib/notify/push-to-recipients";
import { sendPush } from "@/lib/notify/send-push";
import { getTracking } from "@/lib/tracking/get-tracking";
import { MESSAGES } from "@/messages/messages";

/** Sends a courier's message to the browsers of those whose tracking page shows it. The key is `orderId messageId`. */
export function pushMessage(push: PushService | null): JobHandler {
  return async (context, key) => {
    const { db, clock, publicUrl } = context;
    const end = key.indexOf(" ");
    const id = key.slice(end + 1);
    const subscriptions = await findSubscriptions(db, BigInt(key.slice(0, end)));
    for (const token of new Set(subscriptions.flatMap(({ trackingToken }) => trackingToken ?? []))) {
      const tracking = await getTracking(context, token);
      const message = tracking.kind === "open" && tracking.view.messages.find((one) => one.id === id);
      if (!message) continue;
      const { code, text } = message;
      await sendPush(
        { db, clock, publicUrl, push },
        subscriptions.filter(({ trackingToken }) => trackingToken === token),
        ({ locale }) => ({
          title: MESSAGES[locale].push.recipient.message,
          body: code === null ? text : MESSAGES[locale].stop.sentence[code],
          url: `${publicUrl}/t/${token}`,
          // A notification with the tag of an earlier one would replace it in silence.
          tag: id,
        }),
        // A message that is delayed longer is of no use at the door.
        { ttlSeconds: 600, urgency: "high" },
      );
    }
    return DONE;
  };
}

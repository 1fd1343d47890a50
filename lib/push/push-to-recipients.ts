import type { PushContext } from "@/lib/push/push-context";
import type { RecipientNews } from "@/lib/push/push-message";
import { sendPush } from "@/lib/push/send-push";
import { claimUntold } from "@/lib/push/store";
import { MESSAGES } from "@/messages/messages";

/** The news of a minute ago is still worth hearing, that of ten minutes ago is not. */
const MANNER = { ttlSeconds: 300, urgency: "high" } as const;

/**
 * Notifies each browser that follows a link once: marked before sending, so a crash may lose a message but
 * never repeats it.
 */
export async function pushToRecipients(
  context: PushContext,
  token: string,
  news: RecipientNews,
): Promise<void> {
  const claimed = await claimUntold(context.db, token, news, context.clock.now());
  const shops = new Map(claimed.map(({ subscription, shop }) => [subscription.id, shop]));
  await sendPush(
    context,
    claimed.map(({ subscription }) => subscription),
    ({ id, locale }) => {
      const { title, body } = MESSAGES[locale].push.recipient[news];
      return {
        title,
        body: body.replace("{shop}", () => shops.get(id) ?? ""),
        url: `${context.publicUrl}/t/${token}`,
        tag: token,
      };
    },
    MANNER,
  );
}

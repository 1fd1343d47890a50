import type { Queryable } from "@/lib/db/client";
import type { PushContext } from "@/lib/push/push-context";
import type { RecipientNotification } from "@/lib/push/push-message";
import { sendPush } from "@/lib/push/send-push";
import { claimPendingSubscriptions, deleteEnded, selectUntoldLinks } from "@/lib/push/store";
import { MESSAGES } from "@/messages/messages";

/** The news of a minute ago is still worth hearing, that of ten minutes ago is not. */
const MANNER = { ttlSeconds: 300, urgency: "high" } as const;

/** Marks before sending: a crash may lose a message but never repeats it. */
export async function pushToRecipients(
  context: PushContext,
  token: string,
  news: RecipientNotification,
): Promise<void> {
  const claimed = await claimPendingSubscriptions(context.db, token, news, context.clock.now());
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

export function deleteEndedSubscriptions(db: Queryable): Promise<void> {
  return deleteEnded(db);
}

export function listLinksToNotify(db: Queryable): Promise<string[]> {
  return selectUntoldLinks(db);
}

import type { Context } from "@/lib/context";
import type { PushContext } from "@/lib/push/push-context";
import { listUntoldLinks, pushToRecipients } from "@/lib/push/push-to-recipients";
import { newsOf } from "@/lib/tracking/recipient-news";
import { findTrackedByToken } from "@/lib/tracking/store";

/**
 * Tells recipients who asked for it that the courier is on the way, and that they are almost there. Any number of
 * processes may do so at once. One statement when there is nobody to tell.
 */
export async function tellRecipients(context: PushContext & Pick<Context, "dispatch">): Promise<void> {
  const { db, clock, dispatch, push } = context;
  if (push === null) return;
  for (const token of await listUntoldLinks(db)) {
    const order = await findTrackedByToken(db, token, dispatch.simulatorSpeed);
    // A revoked link has no reader any more.
    const news = order === null ? null : newsOf(order, clock.now());
    if (news !== null) await pushToRecipients(context, token, news);
  }
}

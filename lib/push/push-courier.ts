import { DONE, type JobHandler } from "@/lib/jobs/job";
import { readPushKey } from "@/lib/push/enqueue-push";
import type { PushService } from "@/lib/push/push-context";
import { pushToCourier } from "@/lib/push/push-to-courier";
import { MESSAGES } from "@/messages/messages";

/** Tells a courier's browsers of an offer or a message; the app itself shows which. */
export function pushCourier(push: PushService | null): JobHandler {
  return async ({ db, clock, publicUrl }, key) => {
    const { kind, courierId } = readPushKey(key);
    await pushToCourier({ db, clock, publicUrl, push }, courierId, ({ locale }) => ({
      ...MESSAGES[locale].push.courier[kind],
      url: `${publicUrl}/courier`,
      tag: kind,
    }));
    return DONE;
  };
}

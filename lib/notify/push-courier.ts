import { DONE, type JobHandler } from "@/lib/jobs/job";
import { readPushKey } from "@/lib/notify/enqueue-push";
import type { PushService } from "@/lib/notify/push-context";
import { pushToCourier } from "@/lib/notify/push-to-courier";
import { MESSAGES } from "@/messages/messages";

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

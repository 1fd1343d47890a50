import { findUnacceptedOrder } from "@/lib/dispatch/plan-store";
import { DONE, type JobHandler, type JobOutcome } from "@/lib/jobs/job";
import type { PushService } from "@/lib/notify/push-context";
import { pushToCourier } from "@/lib/notify/push-to-courier";
import { MESSAGES } from "@/messages/messages";

/** Delays of the notifications after an assignment that is not yet accepted. */
const TOLD_AFTER_MS = [0, 45_000, 120_000] as const;

/** Notifies a courier's browsers until the assignment is accepted. The key is `orderId:courierId:assignedAtMs`. */
export function pushOffer(push: PushService | null): JobHandler {
  return async ({ db, clock, publicUrl }, key) => {
    const [id = "", courierId = "", assignedAt = ""] = key.split(":");
    if (push === null || (await findUnacceptedOrder(db, BigInt(id), courierId)) === null) return DONE;
    await pushToCourier({ db, clock, publicUrl, push }, courierId, ({ locale }) => ({
      ...MESSAGES[locale].push.courier.offer,
      url: `${publicUrl}/courier`,
      tag: "offer",
    }));
    return untilNext(clock.now().getTime() - Number(assignedAt));
  };
}

function untilNext(sinceMs: number): JobOutcome {
  const next = TOLD_AFTER_MS.find((afterMs) => afterMs > sinceMs);
  return next === undefined ? DONE : { type: "again", afterMs: next - sinceMs };
}

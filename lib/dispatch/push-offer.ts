import { findUnaccepted } from "@/lib/dispatch/store";
import { DONE, type JobHandler, type JobOutcome } from "@/lib/jobs/job";
import type { PushService } from "@/lib/push/push-context";
import { pushToCourier } from "@/lib/push/push-to-courier";
import { MESSAGES } from "@/messages/messages";

/** How long after an assignment its courier's browsers are told, as long as it is not accepted. */
const TOLD_AFTER_MS = [0, 45_000, 120_000] as const;

/**
 * Tells a courier's browsers of an assignment, again and again until it is accepted or no longer theirs. The job's key
 * is the order's id, the courier's and the instant of the assignment in milliseconds: `42:…:1795350000000`.
 *
 * @param push null where no notifications are sent
 */
export function pushOffer(push: PushService | null): JobHandler {
  return async ({ db, clock, publicUrl }, key) => {
    const [id = "", courierId = "", assignedAt = ""] = key.split(":");
    if (push === null || (await findUnaccepted(db, BigInt(id), courierId)) === null) return DONE;
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

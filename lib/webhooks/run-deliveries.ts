import { isUnavailable } from "@/lib/db/pg-errors";
import { createSender } from "@/lib/http/send-request";
import { createAlarm } from "@/lib/jobs/alarm";
import type { AttemptResult } from "@/lib/webhooks/attempt";
import { checkSecretKey } from "@/lib/webhooks/check-secret-key";
import type { WebhookContext } from "@/lib/webhooks/context";
import { deliverEvent } from "@/lib/webhooks/deliver-event";
import {
  type ClaimedDelivery,
  claimDeliveries,
  type DeliveryLimits,
  releaseDeliveries,
} from "@/lib/webhooks/sending-store";

const LIMITS: DeliveryLimits = {
  slots: 64,
  suspectSlots: 32,
  perEndpoint: 4,
  perSuspect: 1,
  leaseMs: 60_000,
};

const POLL_MS = 1_000;
// An internal failure, such as a wrong key, affects every delivery, so reports are limited.
const REPORT_EVERY_MS = 60_000;
const FINISH_WITHIN_MS = 10_000;

/** @param on.failure called once a minute per kind for internal failures, except while the database is down */
export function runDeliveries(
  context: WebhookContext,
  on: {
    attempt: (delivery: ClaimedDelivery, result: AttemptResult) => void;
    failure: (error: unknown) => void;
  },
  limits: DeliveryLimits = LIMITS,
) {
  const { db } = context;
  const sender = createSender(context.policy, context.lookup);
  const calledOff = new AbortController();
  const running = new Map<ClaimedDelivery, Promise<void>>();
  let isStopping = false;
  let isKeyChecked = false;
  const { wake, reset, sleep } = createAlarm();

  const reportedAt = new Map<string, number>();
  const report = (error: unknown): void => {
    const kind = error instanceof Error ? error.name : typeof error;
    const now = performance.now();
    if (now - (reportedAt.get(kind) ?? Number.NEGATIVE_INFINITY) < REPORT_EVERY_MS) return;
    reportedAt.set(kind, now);
    on.failure(error);
  };

  const run = async (delivery: ClaimedDelivery): Promise<void> => {
    try {
      const result = await deliverEvent({ ...context, sender }, delivery, calledOff.signal);
      if (result !== null) on.attempt(delivery, result);
    } catch (error) {
      if (calledOff.signal.aborted) await releaseDeliveries(db, [delivery]).catch(() => {});
      // Otherwise the lease expires and the delivery is claimed again.
      else if (!isUnavailable(error)) report(error);
    }
  };

  const round = async (): Promise<void> => {
    if (!isKeyChecked) {
      await checkSecretKey(db, context.secretKey);
      isKeyChecked = true;
    }
    if (running.size >= limits.slots) return;
    const busy = new Map<string, number>();
    let suspects = 0;
    for (const { endpointId, isSuspect } of running.keys()) {
      busy.set(endpointId, (busy.get(endpointId) ?? 0) + 1);
      if (isSuspect) suspects += 1;
    }
    const claimed = await claimDeliveries(db, {
      ...limits,
      busy,
      slots: limits.slots - running.size,
      suspectSlots: Math.max(0, limits.suspectSlots - suspects),
    });
    if (isStopping) {
      await releaseDeliveries(db, claimed);
      return;
    }
    for (const delivery of claimed) {
      const done = run(delivery).finally(() => {
        running.delete(delivery);
        wake();
      });
      running.set(delivery, done);
    }
  };

  const loop = (async () => {
    while (!isStopping) {
      reset();
      await round().catch((error) => {
        if (!isUnavailable(error)) report(error);
      });
      if (!isStopping) await sleep(POLL_MS);
    }
    const late = setTimeout(() => calledOff.abort(), FINISH_WITHIN_MS);
    await Promise.all(running.values());
    clearTimeout(late);
    await sender.close();
  })();

  return {
    wake,
    /** Waits up to 10 s for running deliveries and releases the rest. */
    stop: () => {
      isStopping = true;
      wake();
      return loop;
    },
  };
}

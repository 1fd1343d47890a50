import { isUnavailable } from "@/lib/db/failure";
import { createSender } from "@/lib/http/send-request";
import { createAlarm } from "@/lib/jobs/alarm";
import type { AttemptResult } from "@/lib/webhooks/attempt";
import { checkSecretKey } from "@/lib/webhooks/check-secret-key";
import type { WebhookContext } from "@/lib/webhooks/context";
import { deliverEvent } from "@/lib/webhooks/deliver-event";
import { type ClaimedDelivery, claimDeliveries, releaseDeliveries } from "@/lib/webhooks/sending-store";

/** How much a process sends at once. Waiting for answers costs little more than a socket each. */
export interface DeliveryLimits {
  readonly slots: number;
  /** Of the slots, those for endpoints whose latest attempt failed: a hundred that hang leave the rest to others. */
  readonly suspectSlots: number;
  readonly perEndpoint: number;
  readonly perSuspect: number;
  /** How long a claim lasts; an attempt and its record take far less. */
  readonly leaseMs: number;
}

const LIMITS: DeliveryLimits = {
  slots: 64,
  suspectSlots: 32,
  perEndpoint: 4,
  perSuspect: 1,
  leaseMs: 60_000,
};

const POLL_MS = 1_000;
// A failure of ours, such as a wrong key, fails every delivery.
const REPORT_EVERY_MS = 60_000;
const FINISH_WITHIN_MS = 10_000;

/** Sends the deliveries of a process. */
export interface DeliveryRunner {
  /** Looks for deliveries at once instead of at the next poll. */
  wake(): void;
  /** Takes no more deliveries, waits briefly for those in progress, and releases the rest. */
  stop(): Promise<void>;
}

/**
 * Claims due deliveries and sends them until stopped. One whose process dies is claimed again when its lease ends.
 *
 * @param on.attempt called for every attempt
 * @param on.failure called for failures of ours except a database that is down, once a minute for each kind of error
 */
export function runDeliveries(
  context: WebhookContext,
  on: {
    attempt: (delivery: ClaimedDelivery, result: AttemptResult) => void;
    failure: (error: unknown) => void;
  },
  limits: DeliveryLimits = LIMITS,
): DeliveryRunner {
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
      // Otherwise the lease brings it back, so nothing is urgent.
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
    stop: () => {
      isStopping = true;
      wake();
      return loop;
    },
  };
}

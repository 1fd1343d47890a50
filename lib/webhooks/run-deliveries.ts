import { isQuarantined } from "@/lib/events/data-state";
import { createSender } from "@/lib/http/create-sender";
import { runClaims } from "@/lib/jobs/run-claims";
import type { AttemptResult } from "@/lib/webhooks/attempt";
import { checkSecretKey } from "@/lib/webhooks/check-secret-key";
import { deliverEvent } from "@/lib/webhooks/deliver-event";
import {
  type ClaimedDelivery,
  claimDeliveries,
  type DeliveryLimits,
  releaseDeliveries,
} from "@/lib/webhooks/sending-store";
import type { WebhookContext } from "@/lib/webhooks/webhook-context";

const LIMITS: DeliveryLimits = {
  slots: 64,
  suspectSlots: 32,
  perEndpoint: 4,
  perSuspect: 1,
  leaseMs: 60_000,
};

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
  let isKeyChecked = false;

  return runClaims<ClaimedDelivery>({
    claim: async (running, count) => {
      if (!isKeyChecked) {
        await checkSecretKey(db, context.secretKey);
        isKeyChecked = true;
      }
      if (count >= limits.slots || (await isQuarantined(db))) return [];
      const busy = new Map<string, number>();
      let suspects = 0;
      for (const { endpointId, isSuspect } of running) {
        busy.set(endpointId, (busy.get(endpointId) ?? 0) + 1);
        if (isSuspect) suspects += 1;
      }
      return claimDeliveries(db, {
        ...limits,
        busy,
        slots: limits.slots - count,
        suspectSlots: Math.max(0, limits.suspectSlots - suspects),
      });
    },
    run: async (delivery, signal) => {
      const result = await deliverEvent({ ...context, sender }, delivery, signal);
      if (result !== null) on.attempt(delivery, result);
    },
    release: (deliveries) => releaseDeliveries(db, deliveries),
    close: () => sender.close(),
    onFailure: on.failure,
  });
}

import type { Sender } from "@/lib/http/create-sender";
import { sendTraced } from "@/lib/http/send-traced";
import { enqueueJob } from "@/lib/jobs/enqueue-job";
import {
  type AttemptFailure,
  type AttemptResult,
  POSITION_TRIES,
  SCHEDULE_MS,
  waitAfterFailure,
} from "@/lib/webhooks/attempt";
import { healthAfterFailure } from "@/lib/webhooks/endpoint";
import { nextCheckAt } from "@/lib/webhooks/endpoint-issue";
import { lockHealth, writeHealth } from "@/lib/webhooks/endpoint-store";
import { applyScenario, isAwaitingEarlierDelivery, scenarioDelayMs } from "@/lib/webhooks/scenario-delivery";
import { decryptSecret } from "@/lib/webhooks/secret";
import {
  type ClaimedDelivery,
  deferDelivery,
  dropDelivery,
  findTurn,
  type NewAttempt,
  recordAttempt,
} from "@/lib/webhooks/sending-store";
import { signedHeaders } from "@/lib/webhooks/signature";
import { readStoredHeaders } from "@/lib/webhooks/stored-headers";
import type { WebhookContext } from "@/lib/webhooks/webhook-context";
import { POSITION_EVENT } from "@/lib/webhooks/webhook-event";

const USER_AGENT = "Dropline";

/** May send twice if the process dies. @returns null if nothing was sent @throws SecretKeyError, the signal's reason */
export async function deliverEvent(
  context: WebhookContext & { readonly sender: Sender },
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<AttemptResult | null> {
  const { db, clock, secretKey, sender } = context;
  const { body, endpointId, eventId, url, isLive } = delivery;
  if (body === null) {
    await dropDelivery(db, delivery);
    return null;
  }
  const turn = isAwaitingEarlierDelivery(delivery) ? await findTurn(db, delivery) : null;
  const forMs = scenarioDelayMs(delivery, turn, clock.now());
  if (forMs !== null) {
    await deferDelivery(db, delivery, forMs);
    return null;
  }
  const secrets = [delivery.secret, delivery.previousSecret]
    .filter((secret) => secret !== null)
    .map((secret) => decryptSecret(secretKey, endpointId, secret));
  const at = clock.now();
  const signed = signedHeaders({ id: eventId, at, body }, secrets);
  const own = readStoredHeaders(secretKey, endpointId, delivery);
  const headers = { ...own, "content-type": "application/json", "user-agent": USER_AGENT, ...signed };
  const request = { url, isLive, headers, body };
  const answer = await sendTraced("webhook attempt", delivery.traceparent, sender, request, signal);
  const { result, isRepeated } = applyScenario(delivery, answer);
  const attempt = { at, signature: signed["webhook-signature"], result };
  if (isRepeated) await recordAttempt(db, delivery, attempt, { state: "pending", afterMs: 0 });
  else if (result.failure === null) await recordAttempt(db, delivery, attempt, { state: "succeeded" });
  else await recordFailure(context, delivery, attempt, result.failure);
  return result;
}

async function recordFailure(
  { db, clock }: Pick<WebhookContext, "db" | "clock">,
  delivery: ClaimedDelivery,
  attempt: NewAttempt,
  failure: AttemptFailure,
): Promise<void> {
  const now = clock.now();
  const mostTries = delivery.eventType === POSITION_EVENT ? POSITION_TRIES : SCHEDULE_MS.length;
  const random = Math.random();
  const afterMs = waitAfterFailure(delivery.tries + 1, attempt.result, { mostTries, now, random });
  const end = afterMs === null ? ({ state: "failed" } as const) : ({ state: "pending", afterMs } as const);
  await db.transaction(async (tx) => {
    if (!(await recordAttempt(tx, delivery, attempt, end))) return;
    // Failures of a scenario do not affect the endpoint.
    if (failure === "rehearsal") return;
    const health = await lockHealth(tx, delivery.endpointId);
    if (health === null) return;
    const after = healthAfterFailure(health, failure, now);
    await writeHealth(tx, delivery.endpointId, after);
    const lookAt = delivery.isLive ? nextCheckAt(health, after) : null;
    if (lookAt !== null)
      await enqueueJob(tx, { kind: "watch_endpoint", key: delivery.endpointId, runAt: lookAt });
  });
}

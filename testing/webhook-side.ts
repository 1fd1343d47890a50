import type { AccountScope } from "@/lib/account-scope";
import { type Clock, systemClock } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { listen } from "@/lib/db/listen";
import { execute } from "@/lib/db/sql";
import { createEndpoint } from "@/lib/webhooks/create-endpoint";
import { WEBHOOKS_CHANNEL } from "@/lib/webhooks/insert-deliveries";
import type { CustomHeader } from "@/lib/webhooks/own-header";
import { runDeliveries } from "@/lib/webhooks/run-deliveries";
import { deriveKey } from "@/lib/webhooks/secret";
import type { DeliveryLimits } from "@/lib/webhooks/sending-store";
import type { WebhookContext } from "@/lib/webhooks/webhook-context";
import { WEBHOOK_EVENTS, type WebhookEventType } from "@/lib/webhooks/webhook-event";
import { AUTH } from "@/testing/sign-in";

/** The text from which the secrets' encryption key is derived, the same as in services with sign-in. */
export const SECRET_TEXT = AUTH.AUTH_SECRET;

/** Returns the context of webhook use cases in tests, with addresses of this machine allowed. */
export function testWebhooks(db: Database, clock: Clock = systemClock): WebhookContext {
  return {
    db,
    clock,
    publicUrl: "http://localhost:3000",
    secretKey: deriveKey(SECRET_TEXT),
    policy: { allowHttp: true, allowPrivate: true },
  };
}

/** Registers an endpoint for these event types, or for all of them. */
export function addEndpoint(
  context: WebhookContext,
  scope: AccountScope,
  url: string,
  eventTypes: readonly WebhookEventType[] = WEBHOOK_EVENTS,
  headers: readonly CustomHeader[] = [],
) {
  const input = { url, description: "", eventTypes: [...eventTypes], headers: [...headers] };
  return createEndpoint(context, scope, { ...input, createdById: null });
}

/** Sends a database's webhooks from this process with the real engine, with addresses of this machine allowed. */
export class WebhookSide {
  readonly context: WebhookContext;
  readonly failures: unknown[] = [];
  readonly #databaseUrl: string;
  #wake = (): void => {};
  #stop: (() => Promise<void>) | null = null;

  constructor(db: Database, databaseUrl: string, clock: Clock = systemClock) {
    this.#databaseUrl = databaseUrl;
    this.context = testWebhooks(db, clock);
  }

  add(
    scope: AccountScope,
    url: string,
    eventTypes?: readonly WebhookEventType[],
    headers?: readonly CustomHeader[],
  ) {
    return addEndpoint(this.context, scope, url, eventTypes, headers);
  }

  start(limits?: DeliveryLimits): void {
    const on = { attempt: () => {}, failure: (error: unknown) => this.failures.push(error) };
    const runner = runDeliveries(this.context, on, limits);
    const wake = () => runner.wake();
    this.#wake = wake;
    const listener = listen(this.#databaseUrl, WEBHOOKS_CHANNEL, { message: wake, connected: wake });
    this.#stop = async () => {
      await runner.stop();
      await listener.close();
    };
  }

  async stop(): Promise<void> {
    const stop = this.#stop;
    this.#stop = null;
    await stop?.();
  }

  /** Makes every delivery that waits for a retry due now. */
  async hurry(endpointId: string): Promise<void> {
    await execute(this.context.db)`
      UPDATE webhook_deliveries SET run_at = now() WHERE endpoint_id = ${endpointId}::uuid AND state = 'pending'`;
    this.#wake();
  }
}

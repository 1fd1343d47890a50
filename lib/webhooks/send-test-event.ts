import { randomUUID } from "node:crypto";
import type { AccountScope } from "@/lib/account-scope";
import { checkEnabled } from "@/lib/webhooks/endpoint-store";
import { insertTest } from "@/lib/webhooks/waiting-store";
import type { WebhookContext } from "@/lib/webhooks/webhook-context";
import { buildSampleEvent, type PlaceSample, type TestEventType } from "@/lib/webhooks/webhook-event";

/**
 * Not in the journal.
 * @param place moves the sample to the served city; by default it stays where it is written
 * @returns the delivery's id
 * @throws DomainError ENDPOINT_NOT_FOUND, ENDPOINT_DISABLED
 */
export async function sendTestEvent(
  { db, clock, publicUrl }: Pick<WebhookContext, "db" | "clock" | "publicUrl">,
  scope: AccountScope,
  { endpointId, type, place }: { endpointId: string; type: TestEventType; place?: PlaceSample },
): Promise<bigint> {
  await checkEnabled(db, scope, endpointId);
  const event = buildSampleEvent(type, { id: randomUUID(), at: clock.now(), publicUrl, place });
  return insertTest(db, scope, endpointId, event);
}

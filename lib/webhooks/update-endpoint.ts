import type { AccountScope } from "@/lib/accounts/scope";
import type { WebhookEndpoint } from "@/lib/db/generated/client";
import { checkTarget } from "@/lib/webhooks/check-target";
import type { WebhookContext } from "@/lib/webhooks/context";
import { getEndpointRow, updateEndpointRow } from "@/lib/webhooks/endpoint-store";
import type { EndpointInput } from "@/lib/webhooks/schema";
import { readStoredHeaders, storeHeaders } from "@/lib/webhooks/stored-headers";

/** @throws DomainError ENDPOINT_NOT_FOUND, INVALID_PAYLOAD on `url` or `headers`; SecretKeyError */
export async function updateEndpoint(
  context: WebhookContext,
  scope: AccountScope,
  { endpointId, ...input }: { endpointId: string } & EndpointInput,
): Promise<WebhookEndpoint> {
  const { db, secretKey } = context;
  const former = await getEndpointRow(db, scope, endpointId);
  const url = await checkTarget(context, scope, input.url);
  const { description, eventTypes } = input;
  // Stored header values are secret and must not be sent to another origin.
  const isSamePlace = new URL(former.url).origin === new URL(url).origin;
  const before = isSamePlace ? readStoredHeaders(secretKey, endpointId, former) : {};
  const headers = storeHeaders(secretKey, endpointId, input.headers, before);
  return updateEndpointRow(db, scope, endpointId, { url, description, eventTypes, ...headers });
}

/** Enabling clears failures; missed events need `replayFailedSince`. @throws DomainError ENDPOINT_NOT_FOUND */
export async function setEndpointEnabled(
  { db, clock }: Pick<WebhookContext, "db" | "clock">,
  scope: AccountScope,
  { endpointId, isEnabled }: { endpointId: string; isEnabled: boolean },
): Promise<WebhookEndpoint> {
  const endpoint = await getEndpointRow(db, scope, endpointId);
  if (isEnabled === (endpoint.disabledAt === null)) return endpoint;
  const change: Partial<WebhookEndpoint> = isEnabled
    ? { disabledAt: null, disabledReason: null, failingSince: null, lastFailureAt: null }
    : { disabledAt: clock.now(), disabledReason: "paused" };
  return updateEndpointRow(db, scope, endpointId, change);
}

export async function deleteEndpoint(
  { db, clock }: Pick<WebhookContext, "db" | "clock">,
  scope: AccountScope,
  endpointId: string,
): Promise<void> {
  await updateEndpointRow(db, scope, endpointId, { deletedAt: clock.now() });
}

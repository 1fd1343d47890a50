import type { AccountScope } from "@/lib/account-scope";
import { lockAccount } from "@/lib/accounts/lock-account";
import type { WebhookEndpoint } from "@/lib/db/generated/client";
import { DomainError } from "@/lib/domain-error";
import { checkTarget } from "@/lib/webhooks/check-target";
import { findEndpointByUrl, getEndpointRow, updateEndpointRow } from "@/lib/webhooks/endpoint-store";
import type { EndpointInput, EndpointPatch } from "@/lib/webhooks/schema";
import { readStoredHeaders, storeHeaders } from "@/lib/webhooks/stored-headers";
import type { WebhookContext } from "@/lib/webhooks/webhook-context";

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
  return updateEndpointRow(db, scope, endpointId, toStatus(isEnabled, clock.now()));
}

const toStatus = (isEnabled: boolean, now: Date): Partial<WebhookEndpoint> =>
  isEnabled
    ? { disabledAt: null, disabledReason: null, failingSince: null, lastFailureAt: null }
    : { disabledAt: now, disabledReason: "paused" };

/** Omitted fields and custom headers stay. @throws DomainError ENDPOINT_NOT_FOUND, INVALID_PAYLOAD on `url` */
export async function patchEndpoint(
  context: WebhookContext,
  scope: AccountScope,
  { endpointId, change }: { endpointId: string; change: EndpointPatch },
): Promise<WebhookEndpoint> {
  const former = await getEndpointRow(context.db, scope, endpointId);
  const url = change.url === undefined ? former.url : await checkTarget(context, scope, change.url);
  // The caller does not send the header values again, so they must not reach another origin.
  if (former.headerNames.length > 0 && new URL(former.url).origin !== new URL(url).origin) {
    throw new DomainError("INVALID_PAYLOAD", [{ field: "url", message: "header_again" }]);
  }
  const { events, description, status } = change;
  const isSwitched = status !== undefined && (status === "enabled") !== (former.disabledAt === null);
  const data = {
    url,
    ...(events === undefined ? {} : { eventTypes: events }),
    ...(description === undefined ? {} : { description }),
    ...(isSwitched ? toStatus(status === "enabled", context.clock.now()) : {}),
  };
  return context.db.transaction(async (tx) => {
    await lockAccount(tx, scope.accountId);
    const isMoved = url !== former.url;
    if (isMoved && (await findEndpointByUrl(tx, scope, url)) !== null)
      throw new DomainError("INVALID_PAYLOAD", [{ field: "url", message: "url_taken" }]);
    return updateEndpointRow(tx, scope, endpointId, data);
  });
}

export async function deleteEndpoint(
  { db, clock }: Pick<WebhookContext, "db" | "clock">,
  scope: AccountScope,
  endpointId: string,
): Promise<void> {
  await updateEndpointRow(db, scope, endpointId, { deletedAt: clock.now() });
}

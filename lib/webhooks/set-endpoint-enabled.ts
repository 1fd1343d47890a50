import type { AccountScope } from "@/lib/accounts/scope";
import type { WebhookEndpoint } from "@/lib/db/generated/client";
import type { WebhookContext } from "@/lib/webhooks/context";
import { existing } from "@/lib/webhooks/endpoint";
import { type EndpointChange, findEndpoint, updateEndpointRow } from "@/lib/webhooks/endpoint-store";

/**
 * Enabling clears failures; events missed meanwhile need `replayFailedSince`.
 * @throws DomainError ENDPOINT_NOT_FOUND
 */
export async function setEndpointEnabled(
  { db, clock }: Pick<WebhookContext, "db" | "clock">,
  scope: AccountScope,
  { endpointId, isEnabled }: { endpointId: string; isEnabled: boolean },
): Promise<WebhookEndpoint> {
  const endpoint = existing(await findEndpoint(db, scope, endpointId));
  if (isEnabled === (endpoint.disabledAt === null)) return endpoint;
  const change: EndpointChange = isEnabled
    ? { disabledAt: null, disabledReason: null, failingSince: null, lastFailureAt: null }
    : { disabledAt: clock.now(), disabledReason: "paused" };
  return existing(await updateEndpointRow(db, scope, endpointId, change));
}

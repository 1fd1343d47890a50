import type { AccountScope } from "@/lib/accounts/scope";
import type { WebhookEndpoint } from "@/lib/db/generated/client";
import { checkTarget } from "@/lib/webhooks/check-target";
import type { WebhookContext } from "@/lib/webhooks/context";
import { existing } from "@/lib/webhooks/endpoint";
import { findEndpoint, updateEndpointRow } from "@/lib/webhooks/endpoint-store";
import type { EndpointInput } from "@/lib/webhooks/schema";

/**
 * Changes an endpoint's address, description and types of events. What waits for it goes to the new address.
 *
 * @throws DomainError ENDPOINT_NOT_FOUND, INVALID_PAYLOAD on `url`
 */
export async function updateEndpoint(
  context: WebhookContext,
  scope: AccountScope,
  endpointId: string,
  input: EndpointInput,
): Promise<WebhookEndpoint> {
  existing(await findEndpoint(context.db, scope, endpointId));
  const url = await checkTarget(context, scope, input.url);
  const { description, eventTypes } = input;
  return existing(await updateEndpointRow(context.db, scope, endpointId, { url, description, eventTypes }));
}

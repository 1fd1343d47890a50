import type { AccountScope } from "@/lib/accounts/scope";
import { DomainError } from "@/lib/domain-error";
import type { WebhookContext } from "@/lib/webhooks/context";
import { type EndpointWithFigures, listEndpoints } from "@/lib/webhooks/list-endpoints";

/**
 * One of the scope's endpoints.
 *
 * @throws DomainError ENDPOINT_NOT_FOUND, the same for another account's as for none
 */
export async function getEndpoint(
  context: Pick<WebhookContext, "db" | "clock">,
  scope: AccountScope,
  endpointId: string,
): Promise<EndpointWithFigures> {
  const endpoints = await listEndpoints(context, scope);
  const endpoint = endpoints.find(({ id }) => id === endpointId);
  if (endpoint === undefined) throw new DomainError("ENDPOINT_NOT_FOUND");
  return endpoint;
}

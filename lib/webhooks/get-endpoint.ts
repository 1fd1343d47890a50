import type { AccountScope } from "@/lib/accounts/scope";
import type { WebhookContext } from "@/lib/webhooks/context";
import { existing } from "@/lib/webhooks/endpoint";
import { findEndpoint } from "@/lib/webhooks/endpoint-store";
import { type EndpointWithFigures, withFigures } from "@/lib/webhooks/list-endpoints";

/** @throws DomainError ENDPOINT_NOT_FOUND */
export async function getEndpoint(
  context: Pick<WebhookContext, "db" | "clock">,
  scope: AccountScope,
  endpointId: string,
): Promise<EndpointWithFigures> {
  const endpoint = existing(await findEndpoint(context.db, scope, endpointId));
  const [found] = await withFigures(context, [endpoint]);
  if (found === undefined) throw new Error("Each endpoint has figures.");
  return found;
}

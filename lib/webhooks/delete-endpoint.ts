import type { AccountScope } from "@/lib/accounts/scope";
import type { WebhookContext } from "@/lib/webhooks/context";
import { existing } from "@/lib/webhooks/endpoint";
import { updateEndpointRow } from "@/lib/webhooks/endpoint-store";

/** @throws DomainError ENDPOINT_NOT_FOUND */
export async function deleteEndpoint(
  { db, clock }: Pick<WebhookContext, "db" | "clock">,
  scope: AccountScope,
  endpointId: string,
): Promise<void> {
  existing(await updateEndpointRow(db, scope, endpointId, { deletedAt: clock.now() }));
}

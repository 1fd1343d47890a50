import type { AccountScope } from "@/lib/accounts/scope";
import { DomainError } from "@/lib/domain-error";
import type { WebhookContext } from "@/lib/webhooks/context";
import { updateEndpointRow } from "@/lib/webhooks/endpoint-store";

/**
 * Removes an endpoint: nothing more is sent to it, and its deliveries are not shown any more.
 *
 * @throws DomainError ENDPOINT_NOT_FOUND
 */
export async function deleteEndpoint(
  { db, clock }: Pick<WebhookContext, "db" | "clock">,
  scope: AccountScope,
  endpointId: string,
): Promise<void> {
  const removed = await updateEndpointRow(db, scope, endpointId, { deletedAt: clock.now() });
  if (removed === null) throw new DomainError("ENDPOINT_NOT_FOUND");
}

import type { AccountScope } from "@/lib/accounts/scope";
import type { WebhookEndpoint } from "@/lib/db/generated/client";
import { DomainError } from "@/lib/domain-error";
import type { WebhookContext } from "@/lib/webhooks/context";
import { findEndpoint, updateEndpointRow } from "@/lib/webhooks/endpoint-store";

/**
 * Pauses an endpoint or turns it on again. What waits for a paused one goes on waiting; what happens meanwhile is not
 * put in for it, and `replayFailedSince` fetches it. Turning on wipes former failures out.
 *
 * @throws DomainError ENDPOINT_NOT_FOUND
 */
export async function setEndpointEnabled(
  { db, clock }: Pick<WebhookContext, "db" | "clock">,
  scope: AccountScope,
  endpointId: string,
  isEnabled: boolean,
): Promise<WebhookEndpoint> {
  const endpoint = await findEndpoint(db, scope, endpointId);
  if (endpoint === null) throw new DomainError("ENDPOINT_NOT_FOUND");
  if (isEnabled === (endpoint.disabledAt === null)) return endpoint;
  const changed = await updateEndpointRow(
    db,
    scope,
    endpointId,
    isEnabled
      ? { disabledAt: null, disabledReason: null, failingSince: null, lastFailureAt: null }
      : { disabledAt: clock.now(), disabledReason: "paused" },
  );
  if (changed === null) throw new DomainError("ENDPOINT_NOT_FOUND");
  return changed;
}

import type { AccountScope } from "@/lib/accounts/scope";
import type { Database } from "@/lib/db/client";
import type { WebhookEndpoint } from "@/lib/db/generated/client";
import { DomainError } from "@/lib/domain-error";
import { existing } from "@/lib/webhooks/endpoint";
import { findEndpoint } from "@/lib/webhooks/endpoint-store";

/** @throws DomainError ENDPOINT_NOT_FOUND, ENDPOINT_DISABLED */
export async function getEnabledEndpoint(
  db: Database,
  scope: AccountScope,
  endpointId: string,
): Promise<WebhookEndpoint> {
  const endpoint = existing(await findEndpoint(db, scope, endpointId));
  if (endpoint.disabledAt !== null) throw new DomainError("ENDPOINT_DISABLED");
  return endpoint;
}

import type { AccountScope } from "@/lib/accounts/scope";
import { DomainError } from "@/lib/domain-error";
import type { WebhookContext } from "@/lib/webhooks/context";
import { findEndpoint } from "@/lib/webhooks/endpoint-store";
import { decryptSecret } from "@/lib/webhooks/secret";

/**
 * The secret that is in force.
 *
 * @throws DomainError ENDPOINT_NOT_FOUND
 */
export async function revealSecret(
  { db, secretKey }: Pick<WebhookContext, "db" | "secretKey">,
  scope: AccountScope,
  endpointId: string,
): Promise<string> {
  const endpoint = await findEndpoint(db, scope, endpointId);
  if (endpoint === null) throw new DomainError("ENDPOINT_NOT_FOUND");
  return decryptSecret(secretKey, endpointId, endpoint.secret);
}

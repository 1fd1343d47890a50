import type { AccountScope } from "@/lib/accounts/scope";
import type { WebhookContext } from "@/lib/webhooks/context";
import { existing } from "@/lib/webhooks/endpoint";
import { findEndpoint } from "@/lib/webhooks/endpoint-store";
import { decryptSecret } from "@/lib/webhooks/secret";

/** @throws DomainError ENDPOINT_NOT_FOUND */
export async function revealSecret(
  { db, secretKey }: Pick<WebhookContext, "db" | "secretKey">,
  scope: AccountScope,
  endpointId: string,
): Promise<string> {
  const endpoint = existing(await findEndpoint(db, scope, endpointId));
  return decryptSecret(secretKey, endpointId, endpoint.secret);
}

import type { AccountScope } from "@/lib/account-scope";
import type { WebhookEndpoint } from "@/lib/db/generated/client";
import { getEndpointRow, selectEndpoints } from "@/lib/webhooks/endpoint-store";
import { explainSignature, type SignatureExplanation } from "@/lib/webhooks/explain-signature";
import { findSent } from "@/lib/webhooks/list-deliveries";
import { readPastedHeaders } from "@/lib/webhooks/pasted-headers";
import { eventId, type PastedMessage } from "@/lib/webhooks/schema";
import { decryptSecret } from "@/lib/webhooks/secret";
import type { WebhookContext } from "@/lib/webhooks/webhook-context";

/** Stores nothing. @throws DomainError ENDPOINT_NOT_FOUND */
export async function checkSignature(
  { db, clock, secretKey }: Pick<WebhookContext, "db" | "clock" | "secretKey">,
  scope: AccountScope,
  { endpointId, pasted }: { endpointId: string; pasted: PastedMessage },
): Promise<SignatureExplanation> {
  const endpoint = await getEndpointRow(db, scope, endpointId);
  const now = clock.now();
  const getSecrets = ({ id, secret, previousSecret, previousSecretUntil }: WebhookEndpoint) => ({
    secret: decryptSecret(secretKey, id, secret),
    former:
      previousSecret === null
        ? null
        : {
            secret: decryptSecret(secretKey, id, previousSecret),
            isInForce: previousSecretUntil !== null && previousSecretUntil > now,
          },
  });
  const others = (await selectEndpoints(db, scope))
    .filter(({ id }) => id !== endpoint.id)
    .map((other) => {
      const { secret, former } = getSecrets(other);
      return { url: other.url, secrets: former?.isInForce ? [secret, former.secret] : [secret] };
    });
  const headers = readPastedHeaders(pasted.headers);
  const event = eventId.safeParse(headers.id);
  const sent = event.success ? await findSent(db, scope, endpoint.id, event.data) : null;
  return explainSignature(headers, pasted.body, { now, ...getSecrets(endpoint), others, sent });
}

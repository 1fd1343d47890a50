import type { AccountScope } from "@/lib/account-scope";
import { getEndpointRow, within } from "@/lib/webhooks/endpoint-store";
import { decryptSecret, encryptSecret, generateSecret, ROTATION_OVERLAP_MS } from "@/lib/webhooks/secret";
import type { WebhookContext } from "@/lib/webhooks/webhook-context";

/** The former secret keeps signing for 24 hours. @throws DomainError ENDPOINT_NOT_FOUND */
export async function rotateSecret(
  context: WebhookContext,
  scope: AccountScope,
  endpointId: string,
): Promise<{ secret: string; formerUntil: Date }> {
  const { db, clock, secretKey } = context;
  for (;;) {
    const endpoint = await getEndpointRow(db, scope, endpointId);
    // Fails if the key cannot decrypt the former secret, which must sign during the overlap.
    decryptSecret(secretKey, endpointId, endpoint.secret);
    const secret = generateSecret();
    const formerUntil = new Date(clock.now().getTime() + ROTATION_OVERLAP_MS);
    const { count } = await db.models.webhookEndpoint.updateMany({
      where: { id: endpointId, ...within(scope), secret: endpoint.secret },
      data: {
        secret: encryptSecret(secretKey, endpointId, secret),
        previousSecret: endpoint.secret,
        previousSecretUntil: formerUntil,
      },
    });
    // Of two concurrent rotations, the second keeps the first one's secret as its former one.
    if (count === 1) return { secret, formerUntil };
  }
}

export async function revealSecret(
  { db, secretKey }: Pick<WebhookContext, "db" | "secretKey">,
  scope: AccountScope,
  endpointId: string,
): Promise<string> {
  const endpoint = await getEndpointRow(db, scope, endpointId);
  return decryptSecret(secretKey, endpointId, endpoint.secret);
}

import { randomUUID } from "node:crypto";
import { lockAccount } from "@/lib/accounts/lock-account";
import type { AccountScope } from "@/lib/accounts/scope";
import type { WebhookEndpoint } from "@/lib/db/generated/client";
import { DomainError } from "@/lib/domain-error";
import { checkSecretKey } from "@/lib/webhooks/check-secret-key";
import { checkTarget } from "@/lib/webhooks/check-target";
import type { WebhookContext } from "@/lib/webhooks/context";
import { MAX_ENDPOINTS } from "@/lib/webhooks/endpoint";
import { within } from "@/lib/webhooks/endpoint-store";
import type { EndpointInput } from "@/lib/webhooks/schema";
import { encryptSecret, generateSecret } from "@/lib/webhooks/secret";
import { storeHeaders } from "@/lib/webhooks/stored-headers";

/** @throws DomainError INVALID_PAYLOAD on `url` or `headers`, TOO_MANY_ENDPOINTS; SecretKeyError */
export async function createEndpoint(
  context: WebhookContext,
  scope: AccountScope,
  { createdById, ...input }: { createdById: string | null } & EndpointInput,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  const { accountId, mode } = scope;
  const { description, eventTypes } = input;
  await checkSecretKey(context.db, context.secretKey);
  const url = await checkTarget(context, scope, input.url);
  const id = randomUUID();
  const secret = generateSecret();
  const headers = storeHeaders(context.secretKey, id, input.headers);
  const endpoint = await context.db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    const count = await tx.models.webhookEndpoint.count({ where: within(scope) });
    if (count >= MAX_ENDPOINTS) throw new DomainError("TOO_MANY_ENDPOINTS");
    return tx.models.webhookEndpoint.create({
      data: {
        id,
        accountId,
        mode,
        url,
        description,
        eventTypes,
        secret: encryptSecret(context.secretKey, id, secret),
        ...headers,
        createdById,
        createdAt: context.clock.now(),
      },
    });
  });
  return { endpoint, secret };
}

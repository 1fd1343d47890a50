import { randomUUID } from "node:crypto";
import type { AccountScope } from "@/lib/account-scope";
import { lockAccount } from "@/lib/accounts/lock-account";
import type { WebhookEndpoint } from "@/lib/db/generated/client";
import { DomainError } from "@/lib/domain-error";
import { checkSecretKey } from "@/lib/webhooks/check-secret-key";
import { checkTarget } from "@/lib/webhooks/check-target";
import { MAX_ENDPOINTS } from "@/lib/webhooks/endpoint";
import { findEndpointByUrl, within } from "@/lib/webhooks/endpoint-store";
import type { EndpointInput } from "@/lib/webhooks/schema";
import { encryptSecret, generateSecret } from "@/lib/webhooks/secret";
import { storeHeaders } from "@/lib/webhooks/stored-headers";
import type { WebhookContext } from "@/lib/webhooks/webhook-context";

type NewEndpoint = EndpointInput & { createdById: string | null; createdByKeyId?: string };

/** @throws DomainError INVALID_PAYLOAD on `url` or `headers`, TOO_MANY_ENDPOINTS; SecretKeyError */
export async function createEndpoint(
  context: WebhookContext,
  scope: AccountScope,
  input: NewEndpoint,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  const { endpoint, secret } = await insertEndpoint(context, scope, input, false);
  if (secret === null) throw new Error("A created endpoint has a secret.");
  return { endpoint, secret };
}

/** @returns without a secret if the URL already has an endpoint, which stays unchanged @throws as createEndpoint */
export function findOrCreateEndpoint(
  context: WebhookContext,
  scope: AccountScope,
  input: NewEndpoint,
): Promise<{ endpoint: WebhookEndpoint; secret: string | null }> {
  return insertEndpoint(context, scope, input, true);
}

async function insertEndpoint(
  context: WebhookContext,
  scope: AccountScope,
  { createdById, createdByKeyId, ...input }: NewEndpoint,
  isOnePerUrl: boolean,
): Promise<{ endpoint: WebhookEndpoint; secret: string | null }> {
  const { accountId, mode } = scope;
  const { description, eventTypes } = input;
  await checkSecretKey(context.db, context.secretKey);
  const url = await checkTarget(context, scope, input.url);
  const id = randomUUID();
  const secret = generateSecret();
  const headers = storeHeaders(context.secretKey, id, input.headers);
  return context.db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    const found = isOnePerUrl ? await findEndpointByUrl(tx, scope, url) : null;
    if (found !== null) return { endpoint: found, secret: null };
    const count = await tx.models.webhookEndpoint.count({ where: within(scope) });
    if (count >= MAX_ENDPOINTS) throw new DomainError("TOO_MANY_ENDPOINTS");
    const endpoint = await tx.models.webhookEndpoint.create({
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
        createdByKeyId: createdByKeyId ?? null,
        createdAt: context.clock.now(),
      },
    });
    return { endpoint, secret };
  });
}

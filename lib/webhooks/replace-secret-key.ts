import type { Database } from "@/lib/db/client";
import { webhookEndpoints } from "@/lib/db/generated/columns";
import { pick, type RowOf } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { encryptKeyCheck } from "@/lib/webhooks/check-secret-key";
import { decryptSecret, encryptSecret, type SecretKey, SecretKeyError } from "@/lib/webhooks/secret";
import { toPlace } from "@/lib/webhooks/stored-headers";
import type { WebhookContext } from "@/lib/webhooks/webhook-context";

const SECRETS = pick(webhookEndpoints, "id secret previousSecret headerValues");
type EndpointSecrets = RowOf<typeof SECRETS>;

/** `isRemoving` removes endpoints that neither key decrypts. @throws Error with their number otherwise */
export function replaceSecretKey(
  { db, clock, secretKey }: Pick<WebhookContext, "db" | "clock" | "secretKey">,
  { isRemoving }: { isRemoving: boolean },
): Promise<{ reencrypted: number; removed: readonly string[] }> {
  return db.transaction(async (tx) => {
    const unreadable: string[] = [];
    let reencrypted = 0;
    const stored = await query(tx, SECRETS)`
      SELECT id, secret, previous_secret, header_values FROM webhook_endpoints
      WHERE deleted_at IS NULL ORDER BY id FOR UPDATE`;
    for (const secrets of stored) {
      if (!needsFormerKey(secretKey, secrets)) continue;
      if (!canDecrypt(secretKey, secrets)) {
        unreadable.push(secrets.id);
        continue;
      }
      const { id, ...data } = reencrypt(secrets, secretKey);
      await tx.models.webhookEndpoint.updateMany({ where: { id }, data });
      reencrypted += 1;
    }
    if (unreadable.length > 0 && !isRemoving) {
      throw new Error(
        `Neither key decrypts the secrets of ${unreadable.length} webhook endpoints. Set FORMER_SECRET_KEY to the key that does, or add --drop yes to remove these endpoints.`,
      );
    }
    const deletedAt = clock.now();
    await tx.models.webhookEndpoint.updateMany({ where: { id: { in: unreadable } }, data: { deletedAt } });
    const value = encryptKeyCheck(secretKey);
    await tx.models.secretKeyCheck.upsert({ where: { id: 1 }, create: { id: 1, value }, update: { value } });
    return { reencrypted, removed: unreadable };
  });
}

/** Also by one value alone: an endpoint whose secret was rotated has a former one of the former key. */
const needsFormerKey = (key: SecretKey, secrets: EndpointSecrets): boolean =>
  !canDecrypt({ ...key, former: null }, secrets);

/** How many endpoints cannot be read without the former key, or not at all. */
export async function countFormerSecrets(db: Database, key: SecretKey): Promise<number> {
  const endpoints = await db.models.webhookEndpoint.findMany({
    where: { deletedAt: null },
    select: { id: true, secret: true, previousSecret: true, headerValues: true },
  });
  return endpoints.filter((secrets) => needsFormerKey(key, secrets)).length;
}

function canDecrypt(key: SecretKey, secrets: EndpointSecrets): boolean {
  try {
    reencrypt(secrets, key);
    return true;
  } catch (error) {
    if (error instanceof SecretKeyError) return false;
    throw error;
  }
}

function reencrypt(secrets: EndpointSecrets, key: SecretKey): EndpointSecrets {
  const { id, secret, previousSecret, headerValues } = secrets;
  const change = (place: string, stored: Uint8Array) =>
    encryptSecret(key, place, decryptSecret(key, place, stored));
  return {
    id,
    secret: change(id, secret),
    previousSecret: previousSecret === null ? null : change(id, previousSecret),
    headerValues: headerValues === null ? null : change(toPlace(id), headerValues),
  };
}

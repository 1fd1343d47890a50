import { webhookEndpoints } from "@/lib/db/generated/columns";
import { pick, type RowOf } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { encryptKeyCheck } from "@/lib/webhooks/check-secret-key";
import type { WebhookContext } from "@/lib/webhooks/context";
import { decryptSecret, encryptSecret, SecretKeyError } from "@/lib/webhooks/secret";
import { toPlace } from "@/lib/webhooks/stored-headers";

const SECRETS = pick(webhookEndpoints, "id secret previousSecret headerValues");
type EndpointSecrets = RowOf<typeof SECRETS>;

/** `isRemoving` removes endpoints that neither key decrypts. @throws Error with their number otherwise */
export function replaceSecretKey(
  { db, clock, secretKey }: Pick<WebhookContext, "db" | "clock" | "secretKey">,
  { formerKey, isRemoving }: { formerKey: Buffer | null; isRemoving: boolean },
): Promise<{ reencrypted: number; removed: readonly string[] }> {
  return db.transaction(async (tx) => {
    const unreadable: string[] = [];
    let reencrypted = 0;
    const stored = await query(tx, SECRETS)`
      SELECT id, secret, previous_secret, header_values FROM webhook_endpoints
      WHERE deleted_at IS NULL ORDER BY id FOR UPDATE`;
    for (const secrets of stored) {
      if (canDecrypt(secretKey, secrets)) continue;
      if (formerKey === null || !canDecrypt(formerKey, secrets)) {
        unreadable.push(secrets.id);
        continue;
      }
      const { id, ...data } = reencrypt(secrets, formerKey, secretKey);
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

function canDecrypt(key: Buffer, { id, secret }: EndpointSecrets): boolean {
  try {
    decryptSecret(key, id, secret);
    return true;
  } catch (error) {
    if (error instanceof SecretKeyError) return false;
    throw error;
  }
}

function reencrypt(secrets: EndpointSecrets, from: Buffer, to: Buffer): EndpointSecrets {
  const { id, secret, previousSecret, headerValues } = secrets;
  const change = (place: string, stored: Uint8Array) =>
    encryptSecret(to, place, decryptSecret(from, place, stored));
  return {
    id,
    secret: change(id, secret),
    previousSecret: previousSecret === null ? null : change(id, previousSecret),
    headerValues: headerValues === null ? null : change(toPlace(id), headerValues),
  };
}

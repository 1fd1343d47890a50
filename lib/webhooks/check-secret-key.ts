import type { Database } from "@/lib/db/client";
import { webhookEndpoints } from "@/lib/db/generated/columns";
import { bytea, outer, pick } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { decryptSecret, encryptSecret, type SecretKey, SecretKeyError } from "@/lib/webhooks/secret";

const CHECK_PLACE = "key check";

export function encryptKeyCheck(secretKey: SecretKey): Uint8Array<ArrayBuffer> {
  return encryptSecret(secretKey, CHECK_PLACE, CHECK_PLACE);
}

/** Inserts a check value if there is none. With a wrong key all deliveries would fail. @throws SecretKeyError */
export async function checkSecretKey(db: Database, secretKey: SecretKey | null): Promise<void> {
  if ((await verifySecretKey(db, secretKey)) || secretKey === null) return;
  const value = encryptKeyCheck(secretKey);
  await db.models.secretKeyCheck.createMany({ data: { id: 1, value }, skipDuplicates: true });
  // Another process may have inserted a value of another key.
  await checkSecretKey(db, secretKey);
}

/** Changes nothing. @returns whether the database has a check value @throws SecretKeyError */
export async function verifySecretKey(db: Database, secretKey: SecretKey | null): Promise<boolean> {
  // Not by a model: a process that serves the API alone does not load Prisma's client.
  const [row] = await query(db, { value: bytea.orNull, ...outer(pick(webhookEndpoints, "id secret")) })`
    SELECT c.value, e.id, e.secret FROM (SELECT 1) AS one
    LEFT JOIN secret_key_checks c ON true
    LEFT JOIN (
      SELECT id, secret FROM webhook_endpoints WHERE deleted_at IS NULL ORDER BY created_at DESC LIMIT 1
    ) AS e ON true`;
  if (secretKey !== null && row?.value) {
    decryptSecret(secretKey, CHECK_PLACE, row.value);
    return true;
  }
  if (!row?.id || !row.secret) return false;
  if (secretKey === null) throw new SecretKeyError();
  decryptSecret(secretKey, row.id, row.secret);
  return false;
}

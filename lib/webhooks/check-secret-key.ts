import type { Database } from "@/lib/db/client";
import { decryptSecret, encryptSecret, SecretKeyError } from "@/lib/webhooks/secret";

const CHECK_PLACE = "key check";

export function encryptKeyCheck(secretKey: Buffer): Uint8Array<ArrayBuffer> {
  return encryptSecret(secretKey, CHECK_PLACE, CHECK_PLACE);
}

/** Inserts a check value if there is none. With a wrong key all deliveries would fail. @throws SecretKeyError */
export async function checkSecretKey(db: Database, secretKey: Buffer | null): Promise<void> {
  if ((await verifySecretKey(db, secretKey)) || secretKey === null) return;
  const value = encryptKeyCheck(secretKey);
  await db.models.secretKeyCheck.createMany({ data: { id: 1, value }, skipDuplicates: true });
  // Another process may have inserted a value of another key.
  await checkSecretKey(db, secretKey);
}

/** Changes nothing. @returns whether the database has a check value @throws SecretKeyError */
export async function verifySecretKey(db: Database, secretKey: Buffer | null): Promise<boolean> {
  const check = await db.models.secretKeyCheck.findFirst({ select: { value: true } });
  if (secretKey !== null && check !== null) {
    decryptSecret(secretKey, CHECK_PLACE, check.value);
    return true;
  }
  const stored = await db.models.webhookEndpoint.findFirst({
    select: { id: true, secret: true },
    where: { deletedAt: null },
    orderBy: { createdAt: "desc" },
  });
  if (stored === null) return false;
  if (secretKey === null) throw new SecretKeyError();
  decryptSecret(secretKey, stored.id, stored.secret);
  return false;
}

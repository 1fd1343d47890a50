import type { Database } from "@/lib/db/client";
import { findAnySecret, findKeyCheck } from "@/lib/webhooks/endpoint-store";
import { decryptSecret, encryptSecret, SecretKeyError } from "@/lib/webhooks/secret";

const CHECK_PLACE = "key check";

export function encryptKeyCheck(secretKey: Buffer): Uint8Array<ArrayBuffer> {
  return encryptSecret(secretKey, CHECK_PLACE, CHECK_PLACE);
}

/** Inserts a check value if there is none. With a wrong key all deliveries would fail. @throws SecretKeyError */
export async function checkSecretKey(db: Database, secretKey: Buffer | null): Promise<void> {
  const check = secretKey === null ? null : await findKeyCheck(db);
  if (secretKey !== null && check !== null) {
    decryptSecret(secretKey, CHECK_PLACE, check);
    return;
  }
  const stored = await findAnySecret(db);
  if (secretKey === null) {
    if (stored !== null) throw new SecretKeyError();
    return;
  }
  if (stored !== null) decryptSecret(secretKey, stored.id, stored.secret);
  const value = encryptKeyCheck(secretKey);
  await db.models.secretKeyCheck.createMany({ data: { id: 1, value }, skipDuplicates: true });
  // Another process may have inserted a value of another key.
  await checkSecretKey(db, secretKey);
}

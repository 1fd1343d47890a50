import type { Database } from "@/lib/db/client";
import { findAnySecret, findKeyCheck, insertKeyCheck } from "@/lib/webhooks/endpoint-store";
import { decryptSecret, encryptSecret, SecretKeyError } from "@/lib/webhooks/secret";

/** Where the check value belongs; no endpoint has such an id. */
const CHECK_PLACE = "key check";

/** What shows later that a key is this one. */
export function encryptKeyCheck(secretKey: Buffer): Uint8Array<ArrayBuffer> {
  return encryptSecret(secretKey, CHECK_PLACE, CHECK_PLACE);
}

/**
 * Tries the key on the database's check value, or makes it that of a database without one. A process with a wrong or
 * missing key must not start: it would fail every delivery for a reason that no client can fix, and what it stores
 * would do the same to the others.
 *
 * @throws SecretKeyError
 */
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
  await insertKeyCheck(db, encryptKeyCheck(secretKey));
  // Another process may have been quicker, with another key.
  await checkSecretKey(db, secretKey);
}

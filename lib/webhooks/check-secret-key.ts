import type { Database } from "@/lib/db/client";
import { findAnySecret } from "@/lib/webhooks/endpoint-store";
import { decryptSecret, SecretKeyError } from "@/lib/webhooks/secret";

/**
 * Tries the key on a stored secret. A process with a wrong or missing key must not start: it would fail every delivery
 * for a reason that no client can fix.
 *
 * @throws SecretKeyError
 */
export async function checkSecretKey(db: Database, secretKey: Buffer | null): Promise<void> {
  const stored = await findAnySecret(db);
  if (stored === null) return;
  if (secretKey === null) throw new SecretKeyError();
  decryptSecret(secretKey, stored.id, stored.secret);
}

import { createECDH, hkdfSync } from "node:crypto";

const CURVE = "prime256v1";
const KEY_BYTES = 32;

/** The keys by which push services know this service (VAPID, RFC 8292), in base64url. */
export type PushKeys = ReturnType<typeof derivePushKeys>;

/** Derived from the secret, so equal in every process; when the secret changes, browsers must subscribe again. */
export function derivePushKeys(secret: string) {
  const pair = createECDH(CURVE);
  for (let attempt = 0; ; attempt += 1) {
    const info = `dropline push keys ${attempt}`;
    const privateKey = Buffer.from(hkdfSync("sha256", secret, "", info, KEY_BYTES));
    try {
      pair.setPrivateKey(privateKey);
    } catch {
      // Not a valid private key of the curve (probability about 2^-32).
      continue;
    }
    return { publicKey: pair.getPublicKey("base64url"), privateKey: privateKey.toString("base64url") };
  }
}

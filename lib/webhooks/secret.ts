import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const SECRET_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = "aes-256-gcm";

export const ROTATION_OVERLAP_MS = 24 * 60 * 60_000;

export function deriveKey(text: string): Buffer {
  return Buffer.from(hkdfSync("sha256", text, "", "dropline webhook secrets", 32));
}

export function generateSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
}

export function encryptSecret(key: Buffer, endpointId: string, secret: string): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(endpointId));
  const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), text]));
}

export class SecretKeyError extends Error {
  constructor() {
    super(
      "The webhook secrets cannot be decrypted: WEBHOOK_SECRET_KEY (or AUTH_SECRET, where it is not set) is not the one that this database is used with. Put the former value back; it is part of a backup. To change it, stop the service, set FORMER_SECRET_KEY to the former value and run: npm run -s cli -- webhook rekey",
    );
    this.name = "SecretKeyError";
  }
}

/** @throws SecretKeyError */
export function decryptSecret(key: Buffer, endpointId: string, stored: Uint8Array): string {
  const bytes = Buffer.from(stored);
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(endpointId))
      .setAuthTag(tag);
    const text = bytes.subarray(NONCE_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8");
  } catch {
    throw new SecretKeyError();
  }
}

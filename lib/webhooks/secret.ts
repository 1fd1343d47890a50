import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import type { WebhookSettings } from "@/lib/config";

const SECRET_BYTES = 32;
const NONCE_BYTES = 12;
const KEY_ID_BYTES = 4;
const TAG_BYTES = 16;
const CIPHER = "aes-256-gcm";

export const ROTATION_OVERLAP_MS = 24 * 60 * 60_000;

export interface SecretKey {
  readonly bytes: Buffer;
  /** Begins the nonce of each ciphertext, and so names the key without changing the format. */
  readonly id: Buffer;
  /** Only decrypts. */
  readonly former: SecretKey | null;
}

export function deriveKey(text: string, formerText: string | null = null): SecretKey {
  const bytes = Buffer.from(hkdfSync("sha256", text, "", "dropline webhook secrets", 32));
  const id = createHash("sha256").update(bytes).digest().subarray(0, KEY_ID_BYTES);
  return { bytes, id, former: formerText === null ? null : deriveKey(formerText) };
}

/** The key that a process is configured with; null without one. */
export function configuredKey({
  secretText,
  formerSecretText,
}: Pick<WebhookSettings, "secretText" | "formerSecretText">): SecretKey | null {
  return secretText === null ? null : deriveKey(secretText, formerSecretText);
}

export function generateSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
}

export function encryptSecret(key: SecretKey, endpointId: string, secret: string): Uint8Array<ArrayBuffer> {
  const nonce = Buffer.concat([key.id, randomBytes(NONCE_BYTES - KEY_ID_BYTES)]);
  const cipher = createCipheriv(CIPHER, key.bytes, nonce).setAAD(Buffer.from(endpointId));
  const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), text]));
}

export class SecretKeyError extends Error {
  constructor() {
    super(
      "The webhook secrets cannot be decrypted: WEBHOOK_SECRET_KEY (or AUTH_SECRET, where it is not set) is not the one that this database is used with. Put the former value back, which is part of a backup. To change it, set FORMER_SECRET_KEY to the former value and run: npm run -s cli -- webhook rekey",
    );
    this.name = "SecretKeyError";
  }
}

/** Ciphertexts of earlier versions name no key. @throws SecretKeyError */
export function decryptSecret(key: SecretKey, endpointId: string, stored: Uint8Array): string {
  const bytes = Buffer.from(stored);
  const keys = key.former === null ? [key] : [key, key.former];
  const [named] = keys.filter(({ id }) => bytes.subarray(0, KEY_ID_BYTES).equals(id));
  for (const one of [...(named === undefined ? [] : [named]), ...keys]) {
    const text = tryKey(one, endpointId, bytes);
    if (text !== null) return text;
  }
  throw new SecretKeyError();
}

function tryKey({ bytes: key }: SecretKey, endpointId: string, bytes: Buffer): string | null {
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(endpointId))
      .setAuthTag(tag);
    const text = bytes.subarray(NONCE_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

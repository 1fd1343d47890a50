import { createHash, hash, randomBytes } from "node:crypto";

const SECRET = /^[A-Za-z0-9_-]{22}$/;

/** A new secret for a courier's personal link: 128 random bits as 22 characters of base64url. */
export function generateLinkSecret(): string {
  return randomBytes(16).toString("base64url");
}

/**
 * The token of the tracker on a courier's phone, derived from their link's secret: the holder of the link can be shown
 * it, but the token does not reveal the link.
 */
export function deviceTokenOf(linkSecret: string): string {
  return createHash("sha256").update(`device:${linkSecret}`).digest("base64url").slice(0, 22);
}

/** Whether a text has the form of either; anything else need not be looked up. */
export function isWellFormedSecret(text: string): boolean {
  return SECRET.test(text);
}

/** What is stored of a secret. */
export function hashSecret(secret: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hash("sha256", secret, "buffer"));
}

import { createHash, hash, randomBytes } from "node:crypto";

const SECRET = /^[A-Za-z0-9_-]{22}$/;

export function generateLinkSecret(): string {
  return randomBytes(16).toString("base64url");
}

/** Derived from the link's secret, which it does not reveal. */
export function getDeviceToken(linkSecret: string): string {
  return createHash("sha256").update(`device:${linkSecret}`).digest("base64url").slice(0, 22);
}

export function isWellFormedSecret(text: string): boolean {
  return SECRET.test(text);
}

export function hashSecret(secret: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hash("sha256", secret, "buffer"));
}

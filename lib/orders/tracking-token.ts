import { randomBytes } from "node:crypto";

const TOKEN_BYTES = 16;

/** Returns 128 random bits as 22 characters of base64url. */
export function generateTrackingToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

export function isWellFormedToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{22}$/.test(text);
}

export function trackingUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/t/${token}`;
}

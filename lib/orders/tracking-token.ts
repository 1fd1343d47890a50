import { randomBytes } from "node:crypto";

const TOKEN_BYTES = 16;

/** A new secret for a tracking link: 128 random bits as 22 characters of base64url. */
export function generateTrackingToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** Whether a text has the form of a token; anything else need not be looked up. */
export function isWellFormedToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{22}$/.test(text);
}

/** The public address of the page behind a token. */
export function trackingUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/t/${token}`;
}

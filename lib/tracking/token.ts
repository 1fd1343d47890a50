import { randomBytes } from "node:crypto";

const TOKEN_BYTES = 16;

/** A new secret for a tracking link: 128 random bits as 22 characters of base64url. */
export function generateTrackingToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** The public address of the page behind a token. */
export function trackingUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/t/${token}`;
}

import { createHash } from "node:crypto";

const LABEL = "dropline proof code";
const DIGITS = 6;

export const PROOF_CODE = /^\d{6}$/;

/** Derives a stop's six-digit code from its link, so a new link has a new code. See `codeToken`. */
export function proofCode(token: string): string {
  const digest = createHash("sha256").update(LABEL).update(token).digest();
  // 48 bits: the modulo bias is below one in 280 million.
  return String(digest.readUIntBE(0, 6) % 10 ** DIGITS).padStart(DIGITS, "0");
}

/** Returns the secret of the pickup's code, which the shop's page shows. */
export function pickupToken(orderToken: string): string {
  return `${orderToken}:pickup`;
}

/** Returns the secret of a stop's code; null without a link. */
export function codeToken(
  position: number,
  tokens: { readonly trackingToken: string | null; readonly dropoffTokens: readonly (string | null)[] },
): string | null {
  const { trackingToken, dropoffTokens } = tokens;
  if (position === 0) return trackingToken === null ? null : pickupToken(trackingToken);
  return dropoffTokens.length === 1 ? trackingToken : (dropoffTokens[position - 1] ?? null);
}

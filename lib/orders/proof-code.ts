import { createHash } from "node:crypto";

const LABEL = "dropline proof code";
const DIGITS = 6;

export const PROOF_CODE = /^\d{6}$/;

/**
 * The six digits by which a recipient proves to be one: derived from the secret of the tracking link that shows them, so
 * that nothing is stored and a new link has a new code.
 *
 * @param token of a dropoff's own link, or of the order's when it has one dropoff; see `pickupToken` for the pickup
 */
export function proofCode(token: string): string {
  const digest = createHash("sha256").update(LABEL).update(token).digest();
  // 48 bits: the remainder favours no code by more than one in 280 million.
  return String(digest.readUIntBE(0, 6) % 10 ** DIGITS).padStart(DIGITS, "0");
}

/** What the code of an order's pickup is made from; the shop's page of the order shows it. */
export function pickupToken(orderToken: string): string {
  return `${orderToken}:pickup`;
}

/** What the code of a stop is made from; null where there is no link that could show it. */
export function codeToken(
  position: number,
  tokens: { readonly trackingToken: string | null; readonly dropoffTokens: readonly (string | null)[] },
): string | null {
  const { trackingToken, dropoffTokens } = tokens;
  if (position === 0) return trackingToken === null ? null : pickupToken(trackingToken);
  return dropoffTokens.length === 1 ? trackingToken : (dropoffTokens[position - 1] ?? null);
}

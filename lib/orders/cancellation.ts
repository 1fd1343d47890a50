export const MAX_CANCEL_REASON_LENGTH = 255;
export const MAX_CANCEL_COMMENT_LENGTH = 2000;

/** The reason of an order that ends with no dropoff delivered. */
export const UNDELIVERABLE_REASON = "undeliverable";

export const UNSPECIFIED_REASON = "unspecified";

/** Stored as language-independent codes. */
export const SUGGESTED_REASONS = [
  "customer_changed_mind",
  "wrong_address",
  "out_of_stock",
  "too_late",
  "duplicate",
] as const;

export type SuggestedReason = (typeof SUGGESTED_REASONS)[number];

export const OTHER_REASON = "other";

export const CANCEL_CHOICES = [...SUGGESTED_REASONS, OTHER_REASON] as const;

export function isSuggestedReason(reason: string): reason is SuggestedReason {
  return (SUGGESTED_REASONS as readonly string[]).includes(reason);
}

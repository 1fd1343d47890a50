import type { WebhookEndpoint } from "@/lib/db/generated/client";
import { DomainError } from "@/lib/domain-error";
import type { AttemptFailure } from "@/lib/webhooks/attempt";

/** Most endpoints of an account in each mode. */
export const MOST_ENDPOINTS = 20;

export type DisabledReason = "paused" | "gone" | "failing";

const HOUR_MS = 60 * 60_000;

/** An endpoint that has only failed for this long is disabled. */
export const DISABLE_AFTER_MS = 5 * 24 * HOUR_MS;

/** The longest wait between two tries: 24 hours, a fifth more by jitter, twice that by Retry-After; and a margin. */
const LONGEST_SILENCE_MS = 60 * HOUR_MS;

/** An endpoint's health since its last success. */
export interface Health {
  readonly failingSince: Date | null;
  readonly lastFailureAt: Date | null;
}

/** An endpoint's health after a failure, and why that disables it; null when it does not. */
export interface FailedHealth extends Health {
  readonly failingSince: Date;
  readonly lastFailureAt: Date;
  readonly disabledReason: Exclude<DisabledReason, "paused"> | null;
}

/** The effect of a failure on an endpoint. Failures with a long silence between them do not add up to five days. */
export function afterFailure(
  { failingSince, lastFailureAt }: Health,
  failure: AttemptFailure,
  at: Date,
): FailedHealth {
  const isSilent = lastFailureAt !== null && at.getTime() - lastFailureAt.getTime() > LONGEST_SILENCE_MS;
  const since = failingSince === null || isSilent ? at : failingSince;
  const isFailing = at.getTime() - since.getTime() >= DISABLE_AFTER_MS;
  return {
    failingSince: since,
    lastFailureAt: at,
    disabledReason: failure === "gone" ? "gone" : isFailing ? "failing" : null,
  };
}

/**
 * Passes on an endpoint that exists.
 *
 * @throws DomainError ENDPOINT_NOT_FOUND, also for another account's endpoint
 */
export function existing(endpoint: WebhookEndpoint | null): WebhookEndpoint {
  if (endpoint === null) throw new DomainError("ENDPOINT_NOT_FOUND");
  return endpoint;
}

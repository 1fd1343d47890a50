import { HOUR_MS } from "@/lib/duration";
import type { AttemptFailure } from "@/lib/webhooks/attempt";

export const MAX_ENDPOINTS = 20;

export type DisabledReason = "paused" | "gone" | "failing";

export const DISABLE_AFTER_MS = 5 * 24 * HOUR_MS;

/** The longest wait between tries is 24 hours, plus a fifth by jitter, doubled by Retry-After; with a margin. */
const MAX_SILENCE_MS = 60 * HOUR_MS;

export interface EndpointHealth {
  readonly failingSince: Date | null;
  readonly lastFailureAt: Date | null;
}

export interface FailedHealth extends EndpointHealth {
  readonly failingSince: Date;
  readonly lastFailureAt: Date;
  readonly disabledReason: Exclude<DisabledReason, "paused"> | null;
}

/** A failure after a gap longer than `MAX_SILENCE_MS` starts a new series. */
export function healthAfterFailure(
  { failingSince, lastFailureAt }: EndpointHealth,
  failure: AttemptFailure,
  at: Date,
): FailedHealth {
  const isSilent = lastFailureAt !== null && at.getTime() - lastFailureAt.getTime() > MAX_SILENCE_MS;
  const since = failingSince === null || isSilent ? at : failingSince;
  const isFailing = at.getTime() - since.getTime() >= DISABLE_AFTER_MS;
  return {
    failingSince: since,
    lastFailureAt: at,
    disabledReason: failure === "gone" ? "gone" : isFailing ? "failing" : null,
  };
}

import type { WebhookEndpoint } from "@/lib/db/generated/client";
import type { DisabledReason, FailedHealth, Health } from "@/lib/webhooks/endpoint";

/** An endpoint that has only failed for this long is reported. */
export const REPORT_AFTER_MS = 60 * 60_000;

/** Why owners get mail about an endpoint, and since when, which tells one trouble from the next. */
export interface EndpointTrouble {
  readonly kind: "struggling" | Exclude<DisabledReason, "paused">;
  readonly at: Date;
}

/**
 * When to check an endpoint after a failure: at once when it is disabled, and an hour after a row of failures began;
 * null when this failure brings nothing new.
 */
export function watchAt(before: Health & { readonly isOn: boolean }, after: FailedHealth): Date | null {
  if (!before.isOn) return null;
  if (after.disabledReason !== null) return after.lastFailureAt;
  const isNew = before.failingSince?.getTime() !== after.failingSince.getTime();
  return isNew ? new Date(after.failingSince.getTime() + REPORT_AFTER_MS) : null;
}

/** An endpoint's current trouble; null when it is healthy or paused. */
export function troubleOf({
  disabledAt,
  disabledReason,
  failingSince,
}: Pick<WebhookEndpoint, "disabledAt" | "disabledReason" | "failingSince">): EndpointTrouble | null {
  if (disabledReason === "paused") return null;
  if (disabledReason !== null && disabledAt !== null) return { kind: disabledReason, at: disabledAt };
  return failingSince === null ? null : { kind: "struggling", at: failingSince };
}

/** The job key of one letter: an endpoint, its reader, and the exact trouble. */
export function letterKey(endpointId: string, userId: string, { kind, at }: EndpointTrouble): string {
  return `${endpointId} ${userId} ${kind} ${at.toISOString()}`;
}

import type { WebhookEndpoint } from "@/lib/db/generated/client";
import type { DisabledReason, EndpointHealth, FailedHealth } from "@/lib/webhooks/endpoint";

export const REPORT_AFTER_MS = 60 * 60_000;

/** `at` distinguishes successive troubles. */
export interface EndpointTrouble {
  readonly kind: "struggling" | Exclude<DisabledReason, "paused">;
  readonly at: Date;
}

/** Returns now if disabled, an hour after the first failure, null for later failures. */
export function nextCheckAt(
  before: EndpointHealth & { readonly isOn: boolean },
  after: FailedHealth,
): Date | null {
  if (!before.isOn) return null;
  if (after.disabledReason !== null) return after.lastFailureAt;
  const isNew = before.failingSince?.getTime() !== after.failingSince.getTime();
  return isNew ? new Date(after.failingSince.getTime() + REPORT_AFTER_MS) : null;
}

export function endpointIssue({
  disabledAt,
  disabledReason,
  failingSince,
}: Pick<WebhookEndpoint, "disabledAt" | "disabledReason" | "failingSince">): EndpointTrouble | null {
  if (disabledReason === "paused") return null;
  if (disabledReason !== null && disabledAt !== null) return { kind: disabledReason, at: disabledAt };
  return failingSince === null ? null : { kind: "struggling", at: failingSince };
}

export function emailJobKey(endpointId: string, userId: string, { kind, at }: EndpointTrouble): string {
  return `${endpointId} ${userId} ${kind} ${at.toISOString()}`;
}

import type { WebhookEndpoint } from "@/lib/db/generated/client";
import type { DisabledReason, FailedHealth, Health } from "@/lib/webhooks/endpoint";

/** An endpoint that has only failed for so long is reported. */
export const REPORT_AFTER_MS = 60 * 60_000;

/** Why an account's owners hear of an endpoint, and since when it is so, by which one trouble is told from the next. */
export interface EndpointTrouble {
  readonly kind: "struggling" | Exclude<DisabledReason, "paused">;
  readonly at: Date;
}

/**
 * When an endpoint is to be looked at because of a failure: at once as it goes off, and an hour after a row of
 * failures has begun; null when this failure brings nothing new.
 */
export function watchAt(before: Health & { readonly isOn: boolean }, after: FailedHealth): Date | null {
  if (!before.isOn) return null;
  if (after.disabledReason !== null) return after.lastFailureAt;
  const isNew = before.failingSince?.getTime() !== after.failingSince.getTime();
  return isNew ? new Date(after.failingSince.getTime() + REPORT_AFTER_MS) : null;
}

/** What troubles an endpoint now; null when it does well, or somebody has paused it. */
export function troubleOf({
  disabledAt,
  disabledReason,
  failingSince,
}: Pick<WebhookEndpoint, "disabledAt" | "disabledReason" | "failingSince">): EndpointTrouble | null {
  if (disabledReason === "paused") return null;
  if (disabledReason !== null && disabledAt !== null) return { kind: disabledReason, at: disabledAt };
  return failingSince === null ? null : { kind: "struggling", at: failingSince };
}

/** What the job of one letter is about: an endpoint, its reader, and the very trouble. */
export function letterKey(endpointId: string, userId: string, { kind, at }: EndpointTrouble): string {
  return `${endpointId} ${userId} ${kind} ${at.toISOString()}`;
}

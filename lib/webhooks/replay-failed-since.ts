import type { AccountScope } from "@/lib/accounts/scope";
import type { Database } from "@/lib/db/client";
import { getEnabledEndpoint } from "@/lib/webhooks/get-enabled-endpoint";
import { rearmMissed } from "@/lib/webhooks/waiting-store";

/**
 * Sends every event since an instant that did not reach the endpoint: failed ones, those waiting for a later try, and
 * those that happened while it was off. Never resends what has arrived.
 *
 * @returns how many events
 * @throws DomainError ENDPOINT_NOT_FOUND, ENDPOINT_DISABLED
 */
export async function replayFailedSince(
  db: Database,
  scope: AccountScope,
  { endpointId, since }: { endpointId: string; since: Date },
): Promise<number> {
  await getEnabledEndpoint(db, scope, endpointId);
  return rearmMissed(db, scope, endpointId, since);
}

import type { AccountScope } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { getEnabledEndpoint } from "@/lib/webhooks/get-enabled-endpoint";
import { rearmMissed } from "@/lib/webhooks/waiting-store";

/**
 * Has every event since an instant sent that did not reach the endpoint: those that failed, those that wait for a
 * later try, and those that happened while it was off. What has arrived is not sent again.
 *
 * @returns how many events that are
 * @throws DomainError ENDPOINT_NOT_FOUND, ENDPOINT_DISABLED
 */
export async function replayFailedSince(
  db: Queryable,
  scope: AccountScope,
  { endpointId, since }: { endpointId: string; since: Date },
): Promise<number> {
  await getEnabledEndpoint(db, scope, endpointId);
  return rearmMissed(db, scope, endpointId, since);
}

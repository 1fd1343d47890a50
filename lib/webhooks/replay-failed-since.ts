import type { AccountScope } from "@/lib/accounts/scope";
import type { Database } from "@/lib/db/client";
import { getEnabledEndpoint } from "@/lib/webhooks/get-enabled-endpoint";
import { rearmMissed } from "@/lib/webhooks/waiting-store";

/** Also sends events that happened while the endpoint was disabled. @returns the number of events */
export async function replayFailedSince(
  db: Database,
  scope: AccountScope,
  { endpointId, since }: { endpointId: string; since: Date },
): Promise<number> {
  await getEnabledEndpoint(db, scope, endpointId);
  return rearmMissed(db, scope, endpointId, since);
}

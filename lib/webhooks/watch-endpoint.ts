import { listOwners } from "@/lib/accounts/list-owners";
import type { Config } from "@/lib/config";
import { DONE, type JobHandler } from "@/lib/jobs/job";
import { findLiveEndpoint } from "@/lib/webhooks/endpoint-store";
import { letterKey, REPORT_AFTER_MS, troubleOf } from "@/lib/webhooks/trouble";

/** Enqueues a letter to each owner if the trouble is still there. One job per endpoint waits at a time. */
export function watchEndpoint({ mail }: Pick<Config, "mail">): JobHandler {
  return async ({ db, clock }, endpointId) => {
    const endpoint = mail === null ? null : await findLiveEndpoint(db, endpointId);
    const trouble = endpoint === null ? null : troubleOf(endpoint);
    if (endpoint === null || trouble === null) return DONE;
    const afterMs = trouble.at.getTime() + REPORT_AFTER_MS - clock.now().getTime();
    if (trouble.kind === "struggling" && afterMs > 0) return { type: "again", afterMs };
    const owners = await listOwners(db, endpoint.accountId);
    const keys = owners.map(({ id }) => letterKey(endpointId, id, trouble));
    return { type: "split", kind: "mail_endpoint", keys };
  };
}

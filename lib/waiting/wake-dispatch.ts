import type { Mode } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { enqueueJob } from "@/lib/jobs/enqueue-job";
import { selectLongestWaiting } from "@/lib/waiting/store";

// One courier takes one order; the others are for when the first few are too far away or too large.
const MOST = 8;

/**
 * A courier has become free: the orders that have waited longest look for one now instead of at their next try.
 *
 * @param released an order that has just lost its courier and looks for another whatever its turn
 */
export async function wakeDispatch(
  db: Queryable,
  mode: Mode,
  { now, released }: { now: Date; released?: bigint | undefined },
): Promise<void> {
  const waiting = await selectLongestWaiting(db, mode, now, MOST);
  const ids = new Set(released === undefined ? waiting : [...waiting, released]);
  // In one order everywhere, so that two who wake the same ones never wait for each other in a circle.
  const sorted = [...ids].sort((a, b) => (a < b ? -1 : 1));
  for (const id of sorted) await enqueueJob(db, { kind: "dispatch_order", key: String(id) });
}

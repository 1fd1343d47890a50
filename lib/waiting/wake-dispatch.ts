import type { Mode } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { enqueueJob } from "@/lib/jobs/enqueue-job";
import { selectLongestWaiting } from "@/lib/waiting/store";

// One courier takes one order; the others cover for those that are too far away or too large.
const MOST = 8;

/**
 * A courier is free: the orders that have waited longest search again now instead of at their next try.
 *
 * @param released an order that just lost its courier and searches again, whatever its turn
 */
export async function wakeDispatch(
  db: Queryable,
  mode: Mode,
  { now, released }: { now: Date; released?: bigint | undefined },
): Promise<void> {
  const waiting = await selectLongestWaiting(db, mode, now, MOST);
  const ids = new Set(released === undefined ? waiting : [...waiting, released]);
  // Always in the same order, so that two who wake the same ones never deadlock.
  const sorted = [...ids].sort((a, b) => (a < b ? -1 : 1));
  for (const id of sorted) await enqueueJob(db, { kind: "dispatch_order", key: String(id) });
}

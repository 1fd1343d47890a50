import type { Queryable } from "@/lib/db/client";
import { execute, sql } from "@/lib/db/sql";
import { DISPATCH_MESSAGE, JOBS_CHANNEL } from "@/lib/jobs/job";

/** Notifies dispatch, as an expression within a statement that changes who waits or who is free. */
export const DISPATCH_WOKEN = sql`pg_notify(${JOBS_CHANNEL}, ${DISPATCH_MESSAGE})`;

/**
 * Has dispatch look at the waiting orders now instead of at its next tick: an order waits, or a courier is free. In a
 * transaction it is told once, on commit, however often this is called.
 */
export async function wakeDispatch(db: Queryable): Promise<void> {
  await execute(db)`SELECT ${DISPATCH_WOKEN}`;
}

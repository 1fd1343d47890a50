import type { Queryable } from "@/lib/db/client";
import { execute, sql } from "@/lib/db/sql";
import { DISPATCH_MESSAGE, JOBS_CHANNEL } from "@/lib/jobs/job";

export const DISPATCH_WOKEN = sql`pg_notify(${JOBS_CHANNEL}, ${DISPATCH_MESSAGE})`;

/** Wakes dispatch now instead of at its next tick; in a transaction, once on commit. */
export async function wakeDispatch(db: Queryable): Promise<void> {
  await execute(db)`SELECT ${DISPATCH_WOKEN}`;
}

import type { Queryable } from "@/lib/db/client";
import { execute, sql } from "@/lib/db/sql";
import { DISPATCH_MESSAGE, JOBS_CHANNEL } from "@/lib/jobs/job";

export const NOTIFY_DISPATCH_SQL = sql`pg_notify(${JOBS_CHANNEL}, ${DISPATCH_MESSAGE})`;

/** Wakes dispatch now instead of at its next tick; in a transaction, once on commit. */
export async function notifyDispatch(db: Queryable): Promise<void> {
  await execute(db)`SELECT ${NOTIFY_DISPATCH_SQL}`;
}

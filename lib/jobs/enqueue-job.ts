import type { Queryable } from "@/lib/db/client";
import { execute } from "@/lib/db/sql";
import { JOBS_CHANNEL, type JobKind } from "@/lib/jobs/job";

/**
 * Runs a job, at once or from an instant on; a job already waiting under the same key runs no later than this. Inside a
 * transaction it is kept exactly when the change that caused it is. A job that is running now runs once more, since it
 * may have looked too early: the new claim number keeps its current run from ending it.
 */
export async function enqueueJob(
  db: Queryable,
  { kind, key, runAt = null }: { kind: JobKind; key: string; runAt?: Date | null },
): Promise<void> {
  await execute(db)`
    WITH put AS (
      INSERT INTO jobs AS waiting (kind, key, run_at)
      VALUES (${kind}, ${key}, coalesce(${runAt}::timestamptz, now()))
      ON CONFLICT (kind, key) WHERE finished_at IS NULL
      DO UPDATE SET run_at = least(waiting.run_at, excluded.run_at), claim = waiting.claim + 1
      RETURNING 1)
    SELECT pg_notify(${JOBS_CHANNEL}, '') FROM put`;
}

import type { Queryable } from "@/lib/db/client";
import { execute, type Sql, sql } from "@/lib/db/sql";
import { JOBS_CHANNEL, type JobKind } from "@/lib/jobs/job";

export interface NewJob {
  readonly kind: JobKind;
  readonly key: string;
  readonly runAt?: Date | null;
}

/** Due now or at an instant. A waiting job with the same key keeps the earlier time; a running one runs again. */
export function enqueueJob(db: Queryable, job: NewJob): Promise<void> {
  return enqueueJobs(db, [job]);
}

export async function enqueueJobs(db: Queryable, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length === 0) return;
  await execute(db)`
    WITH put AS (${enqueueJobsSql(jobs, sql`true`)})
    SELECT pg_notify(${JOBS_CHANNEL}, '') FROM put LIMIT 1`;
}

export function enqueueJobsSql(jobs: readonly NewJob[], condition: Sql): Sql {
  const runAts = jobs.map(({ runAt }) => runAt?.toISOString() ?? null);
  // Always in the same order, so that two transactions that enqueue the same jobs never deadlock.
  return sql`
      INSERT INTO jobs AS waiting (kind, key, run_at)
      SELECT wanted.kind, wanted.key, min(coalesce(wanted.run_at, now()))
      FROM unnest(${jobs.map(({ kind }) => kind)}::text[], ${jobs.map(({ key }) => key)}::text[],
                  ${runAts}::timestamptz[]) AS wanted(kind, key, run_at)
      WHERE ${condition}
      GROUP BY wanted.kind, wanted.key ORDER BY wanted.kind, wanted.key
      ON CONFLICT (kind, key) WHERE finished_at IS NULL
      DO UPDATE SET run_at = least(waiting.run_at, excluded.run_at), claim = waiting.claim + 1
      RETURNING 1`;
}

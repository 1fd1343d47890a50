import type { Queryable } from "@/lib/db/client";
import { execute } from "@/lib/db/sql";
import type { JobKind } from "@/lib/jobs/job";

/** The key of the oldest job of a kind that has not finished; null without one. */
export async function findWaitingJob(db: Queryable, kind: JobKind): Promise<string | null> {
  const job = await db.models.job.findFirst({
    where: { kind, finishedAt: null },
    select: { key: true },
    orderBy: { id: "asc" },
  });
  return job?.key ?? null;
}

export async function cancelJobs(db: Queryable, kind: JobKind): Promise<void> {
  await execute(db)`UPDATE jobs SET finished_at = now() WHERE kind = ${kind} AND finished_at IS NULL`;
}

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

const FAILED_OFTEN = 3;
const MAX_LISTED = 100;

/** Jobs that failed three times in a row, or were given up since then; the oldest first. */
export function listFailingJobs(
  db: Queryable,
  since: Date,
): Promise<{ kind: string; createdAt: Date; isDead: boolean }[]> {
  return db.models.job.findMany({
    where: {
      OR: [
        { finishedAt: null, attempts: { gte: FAILED_OFTEN } },
        { isDead: true, finishedAt: { gte: since } },
      ],
    },
    select: { kind: true, createdAt: true, isDead: true },
    orderBy: { createdAt: "asc" },
    take: MAX_LISTED,
  });
}

export async function cancelJobs(db: Queryable, kind: JobKind): Promise<void> {
  await execute(db)`UPDATE jobs SET finished_at = now() WHERE kind = ${kind} AND finished_at IS NULL`;
}

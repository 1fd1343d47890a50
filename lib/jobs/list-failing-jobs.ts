import type { Queryable } from "@/lib/db/client";

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

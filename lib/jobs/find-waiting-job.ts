import type { Queryable } from "@/lib/db/client";
import type { JobKind } from "@/lib/jobs/job";
import { selectWaitingKey } from "@/lib/jobs/store";

/** The key of the oldest job of a kind that waits or runs; null when there is none. */
export function findWaitingJob(db: Queryable, kind: JobKind): Promise<string | null> {
  return selectWaitingKey(db, kind);
}

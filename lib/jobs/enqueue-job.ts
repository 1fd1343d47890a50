import type { Queryable } from "@/lib/db/client";
import type { JobKind } from "@/lib/jobs/job";
import { putJob } from "@/lib/jobs/store";

/**
 * Has a job run, at once or from an instant on. Inside a transaction it is there exactly when the change that
 * it follows from is.
 */
export function enqueueJob(db: Queryable, kind: JobKind, key: string, runAt?: Date): Promise<void> {
  return putJob(db, kind, key, runAt ?? null);
}

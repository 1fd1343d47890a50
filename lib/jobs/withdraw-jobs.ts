import type { Queryable } from "@/lib/db/client";
import type { JobKind } from "@/lib/jobs/job";
import { finishAll } from "@/lib/jobs/store";

/** Ends all jobs of a kind. One that runs at this moment runs no more. */
export function withdrawJobs(db: Queryable, kind: JobKind): Promise<void> {
  return finishAll(db, kind);
}

import type { Queryable } from "@/lib/db/client";
import type { JobKind } from "@/lib/jobs/job";
import { finishAll } from "@/lib/jobs/store";

export function cancelJobs(db: Queryable, kind: JobKind): Promise<void> {
  return finishAll(db, kind);
}

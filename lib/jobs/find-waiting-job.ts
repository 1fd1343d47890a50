import type { Queryable } from "@/lib/db/client";
import type { JobKind } from "@/lib/jobs/job";
import { selectWaitingKey } from "@/lib/jobs/store";

export function findWaitingJob(db: Queryable, kind: JobKind): Promise<string | null> {
  return selectWaitingKey(db, kind);
}

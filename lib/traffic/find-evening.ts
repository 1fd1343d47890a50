import type { Queryable } from "@/lib/db/client";
import { findWaitingJob } from "@/lib/jobs/find-waiting-job";
import { type Evening, readEvening } from "@/lib/traffic/evening";

export async function findEvening(db: Queryable): Promise<Evening | null> {
  const key = await findWaitingJob(db, "run_evening");
  return key === null ? null : readEvening(key);
}

import type { Queryable } from "@/lib/db/client";
import { type Evening, readEvening } from "@/lib/drills/evening";
import { findWaitingJob } from "@/lib/jobs/find-waiting-job";

export async function findEvening(db: Queryable): Promise<Evening | null> {
  const key = await findWaitingJob(db, "run_evening");
  return key === null ? null : readEvening(key);
}

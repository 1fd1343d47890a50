import type { Context } from "@/lib/context";
import { readEvening } from "@/lib/drills/evening";
import { enqueueJob } from "@/lib/jobs/enqueue-job";
import { findWaitingJob } from "@/lib/jobs/find-waiting-job";
import { cancelJobs } from "@/lib/jobs/withdraw-jobs";

export async function stopEvening({ db }: Pick<Context, "db">): Promise<void> {
  await db.transaction(async (tx) => {
    const key = await findWaitingJob(tx, "run_evening");
    if (key === null) return;
    await cancelJobs(tx, "run_evening");
    await enqueueJob(tx, { kind: "end_evening", key: readEvening(key).accountId });
  });
}

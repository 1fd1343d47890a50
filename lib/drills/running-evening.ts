import type { Context } from "@/lib/context";
import type { Queryable } from "@/lib/db/client";
import { type Evening, readEvening } from "@/lib/drills/evening";
import { enqueueJob } from "@/lib/jobs/enqueue-job";
import { cancelJobs, findWaitingJob } from "@/lib/jobs/waiting-jobs";

export async function findEvening(db: Queryable): Promise<Evening | null> {
  const key = await findWaitingJob(db, "run_evening");
  return key === null ? null : readEvening(key);
}

export async function stopEvening({ db }: Pick<Context, "db">): Promise<void> {
  await db.transaction(async (tx) => {
    const evening = await findEvening(tx);
    if (evening === null) return;
    await cancelJobs(tx, "run_evening");
    await enqueueJob(tx, { kind: "end_evening", key: evening.accountId });
  });
}

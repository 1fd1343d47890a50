import type { Queryable } from "@/lib/db/client";

/** Deletes jobs that finished, and schedule slots that came, before an instant. */
export async function deleteJobs(db: Queryable, before: Date): Promise<void> {
  await db.job.deleteMany({ where: { finishedAt: { lt: before } } });
  await db.scheduleSlot.deleteMany({ where: { slot: { lt: before } } });
}

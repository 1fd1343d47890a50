import type { Queryable } from "@/lib/db/client";
import { deleteOldRows } from "@/lib/db/delete-in-batches";

/** Deletes jobs that finished, and schedule slots that were due, before an instant. @returns whether nothing is left */
export async function deleteJobs(db: Queryable, before: Date, isTimeUp: () => boolean): Promise<boolean> {
  // A week has few slots, so one statement deletes them all.
  await db.models.scheduleSlot.deleteMany({ where: { slot: { lt: before } } });
  return deleteOldRows(db, "jobs", { by: "finished_at", before }, isTimeUp);
}

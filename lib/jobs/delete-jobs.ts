import type { Queryable } from "@/lib/db/client";
import { deleteInBatches } from "@/lib/db/delete-in-batches";
import { execute } from "@/lib/db/sql";

/** Deletes jobs that finished, and schedule slots that were due, before an instant. @returns whether nothing is left */
export async function deleteJobs(db: Queryable, before: Date, isTimeUp: () => boolean): Promise<boolean> {
  // A week has few slots, so one statement deletes them all.
  await execute(db)`DELETE FROM schedule_slots WHERE slot < ${before}::timestamptz`;
  return deleteInBatches(
    isTimeUp,
    (most) => execute(db)`
      DELETE FROM jobs WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM jobs WHERE finished_at < ${before}::timestamptz ORDER BY finished_at LIMIT ${most}))`,
  );
}

import type { Queryable } from "@/lib/db/client";
import { execute } from "@/lib/db/sql";

/** Deletes jobs that finished, and schedule slots that came, before an instant. */
export async function deleteJobs(db: Queryable, before: Date): Promise<void> {
  await execute(db)`DELETE FROM jobs WHERE finished_at < ${before}::timestamptz`;
  await execute(db)`DELETE FROM schedule_slots WHERE slot < ${before}::timestamptz`;
}

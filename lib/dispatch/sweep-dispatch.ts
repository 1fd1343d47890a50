import type { Context } from "@/lib/context";
import { insertMissingJobs } from "@/lib/dispatch/store";
import { DONE, type JobOutcome } from "@/lib/jobs/job";

/** The schedule's look at the orders that wait: each has its job, or gets one. */
export async function sweepDispatch(context: Context): Promise<JobOutcome> {
  await insertMissingJobs(context.db);
  return DONE;
}

import type { Context } from "@/lib/context";
import { insertMissingJobs } from "@/lib/dispatch/store";
import { DONE, type JobOutcome } from "@/lib/jobs/job";

/** The scheduled sweep over waiting orders: makes sure that each has its job. */
export async function sweepDispatch(context: Context): Promise<JobOutcome> {
  await insertMissingJobs(context.db);
  return DONE;
}

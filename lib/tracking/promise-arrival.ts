import type { Context } from "@/lib/context";
import { DONE, type JobOutcome } from "@/lib/jobs/job";
import { showArrivals } from "@/lib/tracking/arrivals/show-arrivals";
import { findTrackedById } from "@/lib/tracking/store";

/** Promises nothing without a recent courier position; the pass over all orders then does. `key` is the order id. */
export async function promiseArrival(context: Context, key: string): Promise<JobOutcome> {
  const order = await findTrackedById(context.db, BigInt(key), context.dispatch.simulatorSpeed);
  if (order !== null) await showArrivals(context, order);
  return DONE;
}

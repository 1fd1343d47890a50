import type { Context } from "@/lib/context";
import { refreshIdleCouriers } from "@/lib/couriers/place-simulated";
import { DONE, type JobOutcome } from "@/lib/jobs/job";

/** Keeps the demo's idle simulated couriers visible to dispatch, with a position of the last minutes. */
export async function simulateIdle(context: Context): Promise<JobOutcome> {
  if (context.dispatch.simulateLive) await refreshIdleCouriers(context.db, "live", context.clock.now());
  return DONE;
}

import type { Context } from "@/lib/context";
import { refreshIdleCouriers } from "@/lib/couriers/place-simulated";
import { DONE, type JobOutcome } from "@/lib/jobs/job";

/** Keeps the idle simulated couriers of the demo where dispatch finds them: heard of within the last minutes. */
export async function simulateIdle(context: Context): Promise<JobOutcome> {
  if (context.dispatch.simulateLive) await refreshIdleCouriers(context.db, context.clock.now());
  return DONE;
}

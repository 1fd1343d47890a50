import type { Context } from "@/lib/context";
import { refreshIdleCouriers } from "@/lib/couriers/place-simulated";
import { DONE, type JobOutcome } from "@/lib/jobs/job";

export async function simulateIdle(context: Context): Promise<JobOutcome> {
  if (context.dispatch.simulateLive) await refreshIdleCouriers(context.db, context.clock.now());
  return DONE;
}

import type { Context } from "@/lib/context";
import { isUnavailable } from "@/lib/db/pg-errors";
import { isQuarantined } from "@/lib/events/data-state";
import { createAlarm } from "@/lib/jobs/alarm";
import { createLease } from "@/lib/jobs/lease";
import { updateArrivals } from "@/lib/tracking/arrivals/update-arrivals";

const PAUSE_MS = 5_000;
/** Pause per millisecond of the last pass, so that a pass takes at most a fifth of a core. */
const PAUSE_PER_PASS_MS = 4;

/** Runs passes while this process holds the lease. `onFailure` is not called while the database is down. */
export function runArrivalUpdates(
  context: Pick<Context, "db" | "clock" | "dispatch">,
  onFailure: (error: unknown) => void,
): { stop(): Promise<void> } {
  const { db } = context;
  const lease = createLease(db, "arrivals");
  const alarm = createAlarm();
  let isStopped = false;
  const mayGoOn = async () => !isStopped && (await lease.hold());

  const pass = async (): Promise<number> => {
    if (!(await lease.hold()) || (await isQuarantined(db))) return PAUSE_MS;
    const startedAt = performance.now();
    await updateArrivals(context, mayGoOn);
    return Math.max(PAUSE_MS, (performance.now() - startedAt) * PAUSE_PER_PASS_MS);
  };

  const loop = (async () => {
    while (!isStopped) {
      const pauseMs = await pass().catch((error: unknown) => {
        if (!isUnavailable(error)) onFailure(error);
        return PAUSE_MS;
      });
      if (!isStopped) await alarm.sleep(pauseMs);
    }
    // An unreleased lease expires.
    await lease.release().catch(() => {});
  })();

  return {
    stop: () => {
      isStopped = true;
      alarm.wake();
      return loop;
    },
  };
}

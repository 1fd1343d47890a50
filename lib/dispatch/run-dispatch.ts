import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "@/lib/context";
import { isUnavailable } from "@/lib/db/pg-errors";
import { createDispatchMemory, dispatchOrders } from "@/lib/dispatch/dispatch-orders";
import { PlanThread } from "@/lib/dispatch/plan-thread";
import { isQuarantined } from "@/lib/events/data-state";
import { createAlarm } from "@/lib/jobs/alarm";
import { createLease } from "@/lib/jobs/lease";

const TICK_MS = 1_000;
/** Pause before the next pass, per millisecond of planning, so that planning takes a fifth of the time at most. */
const REST_PER_PLANNING_MS = 4;
const MAX_REST_MS = 3_000;
/** Pause after a concurrent search has taken the chosen courier. */
const REST_CONTESTED_MS = 50;

/** Runs passes while this process holds the lease. `onFailure` is not called while the database is down. */
export function runDispatch(context: Context, onFailure: (error: unknown) => void) {
  const lease = createLease(context.db, "dispatch");
  // Not the one of operators, whose plans can take seconds.
  const planner = new PlanThread();
  const memory = createDispatchMemory();
  const stopped = new AbortController();
  const { wake, reset, sleep: sleepUntilWoken } = createAlarm();
  const rest = (ms: number) => sleep(ms, undefined, { signal: stopped.signal }).catch(() => {});
  const mayGoOn = async () => !stopped.signal.aborted && (await lease.hold());

  const round = async (): Promise<void> => {
    // Without the lease, a process ignores wake-ups and tries again at the next tick.
    if (!(await lease.hold())) return rest(TICK_MS);
    reset();
    if (await isQuarantined(context.db)) return sleepUntilWoken(TICK_MS);
    const { waiting, isContested, planningMs } = await dispatchOrders(
      { ...context, planner },
      mayGoOn,
      memory,
    );
    const planningRestMs = waiting === 0 ? 0 : Math.min(MAX_REST_MS, planningMs * REST_PER_PLANNING_MS);
    await rest(Math.max(isContested ? REST_CONTESTED_MS : 0, planningRestMs));
    if (!isContested) await sleepUntilWoken(TICK_MS);
  };

  const loop = (async () => {
    while (!stopped.signal.aborted) {
      await round().catch((error: unknown) => {
        if (!isUnavailable(error)) onFailure(error);
        return rest(TICK_MS);
      });
    }
    // An unreleased lease expires.
    await lease.release().catch(() => {});
    await planner.stop();
  })();

  return {
    wake,
    stop: () => {
      stopped.abort();
      wake();
      return loop;
    },
  };
}

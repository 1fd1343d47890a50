import { isUnavailable } from "@/lib/db/pg-errors";
import { createAlarm } from "@/lib/jobs/alarm";

const POLL_MS = 1_000;
// An internal failure, such as a wrong key, affects every item, so reports are limited.
const REPORT_EVERY_MS = 60_000;
const FINISH_WITHIN_MS = 10_000;

export interface ClaimRunner {
  wake(): void;
  /** Waits up to 10 s for what runs and releases the rest. */
  stop(): Promise<void>;
}

/** Claims items with a lease and runs them concurrently until stopped. */
export function runClaims<Item>(options: {
  claim: (running: Iterable<Item>, count: number) => Promise<readonly Item[]>;
  run: (item: Item, signal: AbortSignal) => Promise<void>;
  release: (items: readonly Item[]) => Promise<void>;
  close: () => Promise<void>;
  /** Called once a minute per kind for internal failures, except while the database is down. */
  onFailure: (error: unknown) => void;
}): ClaimRunner {
  const calledOff = new AbortController();
  const running = new Map<Item, Promise<void>>();
  let isStopping = false;
  const { wake, reset, sleep } = createAlarm();

  const reportedAt = new Map<string, number>();
  const report = (error: unknown): void => {
    if (isUnavailable(error)) return;
    const kind = error instanceof Error ? error.name : typeof error;
    const now = performance.now();
    if (now - (reportedAt.get(kind) ?? Number.NEGATIVE_INFINITY) < REPORT_EVERY_MS) return;
    reportedAt.set(kind, now);
    options.onFailure(error);
  };

  const run = async (item: Item): Promise<void> => {
    try {
      await options.run(item, calledOff.signal);
    } catch (error) {
      if (calledOff.signal.aborted) await options.release([item]).catch(() => {});
      // Otherwise the lease expires and the item is claimed again.
      else report(error);
    }
  };

  const round = async (): Promise<void> => {
    const claimed = await options.claim(running.keys(), running.size);
    if (isStopping) {
      await options.release(claimed);
      return;
    }
    for (const item of claimed) {
      const done = run(item).finally(() => {
        running.delete(item);
        wake();
      });
      running.set(item, done);
    }
  };

  const loop = (async () => {
    while (!isStopping) {
      reset();
      await round().catch(report);
      if (!isStopping) await sleep(POLL_MS);
    }
    const late = setTimeout(() => calledOff.abort(), FINISH_WITHIN_MS);
    await Promise.all(running.values());
    clearTimeout(late);
    await options.close();
  })();

  return {
    wake,
    stop: () => {
      isStopping = true;
      wake();
      return loop;
    },
  };
}

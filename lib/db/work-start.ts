import { AsyncLocalStorage } from "node:async_hooks";
import { perProcess } from "@/lib/per-process";

const starts = perProcess("work start", () => new AsyncLocalStorage<number>());

/**
 * Does some work whose statements wait for locks no longer than is left of the time since it began to wait. Not for work
 * that takes turns with others on one row.
 *
 * @param startedAt when it began to wait for anything, in milliseconds of `performance.now()`
 */
export function runSince<Result>(startedAt: number, work: () => Result): Result {
  return starts.run(startedAt, work);
}

/** When the work that is being done began to wait; null if that is not known. */
export function findWorkStart(): number | null {
  return starts.getStore() ?? null;
}

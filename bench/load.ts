/** The results of a run of calls. Times are in milliseconds. */
export interface Load {
  readonly perSecond: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** A call that fails the benchmark unless it gets the expected answer. */
export type Call = (index: number) => Promise<void>;

/** Calls at a fixed rate, whether or not earlier calls have been answered. */
export async function drip(
  call: Call,
  { perSecond, count }: { perSecond: number; count: number },
): Promise<Load> {
  const times: number[] = [];
  const begin = performance.now();
  const calls: Promise<void>[] = [];
  for (let index = 0; index < count; index += 1) {
    const due = begin + (index * 1000) / perSecond;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    // Measured from when the call was due, so that a stall is not hidden by the calls it held up.
    calls.push(call(index).then(() => void times.push(performance.now() - due)));
  }
  await Promise.all(calls);
  return loadOf(times, perSecond);
}

export function loadOf(times: readonly number[], perSecond: number): Load {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { perSecond, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

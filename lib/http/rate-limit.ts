export const WINDOW_SECONDS = 60;

export interface RateDecision {
  readonly isAllowed: boolean;
  readonly remaining: number;
  /** Seconds until the remaining count grows by one; if it is 0, until the next request passes. */
  readonly nextSeconds: number;
}

export interface RateLimiter {
  take(keyId: string, limitPerMinute: number): Promise<RateDecision>;
  usage(keyIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** Requests of a key per whole second, oldest first; one second more than the window. */
export interface CallWindow {
  /** The current second, counted from any fixed instant. */
  readonly second: number;
  readonly counts: readonly number[];
}

export const COUNTED_SECONDS = WINDOW_SECONDS + 1;

/** No 60 s window exceeds the limit; refused requests do not count. Setting the clock back expires nothing early. */
export function consumeRequest(
  window: CallWindow | undefined,
  second: number,
  limitPerMinute: number,
): { window: CallWindow; isAllowed: boolean } {
  const counts = window === undefined ? new Array<number>(COUNTED_SECONDS).fill(0) : [...window.counts];
  const passed = window === undefined ? 0 : Math.min(Math.max(second - window.second, 0), COUNTED_SECONDS);
  counts.splice(0, passed);
  while (counts.length < COUNTED_SECONDS) counts.push(0);
  const isAllowed = sum(counts) < limitPerMinute;
  if (isAllowed) counts.push((counts.pop() ?? 0) + 1);
  return { window: { second, counts }, isAllowed };
}

export function countInWindow({ second: last, counts }: CallWindow, second: number): number {
  return sum(counts.slice(Math.max(second - last, 0)));
}

export function toRateDecision(
  counts: readonly number[],
  isAllowed: boolean,
  limitPerMinute: number,
): RateDecision {
  const total = sum(counts);
  // The oldest second leaves the window when the next one begins, the one after it a second later.
  let stored = total;
  const last = counts.findIndex((count) => {
    stored -= count;
    return stored < Math.min(total, limitPerMinute);
  });
  return { isAllowed, remaining: Math.max(0, limitPerMinute - total), nextSeconds: last + 1 };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

const SWEEP_AT_KEYS = 10_000;

/** Exact while one process serves; holds one window per key used in the last minute. */
export class MemoryRateLimiter implements RateLimiter {
  readonly #windows = new Map<string, CallWindow>();
  readonly #now: () => number;

  /** @param now a clock in milliseconds that never goes back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  async take(keyId: string, limitPerMinute: number): Promise<RateDecision> {
    const second = Math.floor(this.#now() / 1000);
    const { window, isAllowed } = consumeRequest(this.#windows.get(keyId), second, limitPerMinute);
    this.#windows.set(keyId, window);
    if (this.#windows.size > SWEEP_AT_KEYS) this.#sweep(second);
    return toRateDecision(window.counts, isAllowed, limitPerMinute);
  }

  async usage(keyIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const second = Math.floor(this.#now() / 1000);
    return new Map(
      keyIds.flatMap((keyId) => {
        const window = this.#windows.get(keyId);
        const used = window === undefined ? 0 : countInWindow(window, second);
        return used === 0 ? [] : [[keyId, used]];
      }),
    );
  }

  #sweep(second: number): void {
    for (const [keyId, window] of this.#windows) {
      if (second - window.second > WINDOW_SECONDS) this.#windows.delete(keyId);
    }
  }
}

/** The draft header fields of a limited key (IETF draft-ietf-httpapi-ratelimit-headers). */
export function rateLimitHeaders(limitPerMinute: number, decision: RateDecision): Record<string, string> {
  return {
    "RateLimit-Policy": `"default";q=${limitPerMinute};w=${COUNTED_SECONDS}`,
    RateLimit: `"default";r=${decision.remaining};t=${decision.nextSeconds}`,
    ...(decision.isAllowed ? {} : { "Retry-After": String(decision.nextSeconds) }),
  };
}

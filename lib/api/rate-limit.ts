/** Every limit counts over one minute. */
export const WINDOW_SECONDS = 60;

/** What a limiter says of one request. */
export interface RateDecision {
  readonly isAllowed: boolean;
  /** Requests that could follow at once. */
  readonly remaining: number;
  /** Seconds until the whole quota is there again. */
  readonly resetSeconds: number;
  /** Seconds until one request passes; 0 when this one did. */
  readonly retryAfterSeconds: number;
}

export interface RateLimiter {
  /** Counts one request of a key that may make so many a minute. */
  take(keyId: string, limitPerMinute: number): Promise<RateDecision>;
}

/**
 * The generic cell rate algorithm: a bucket of `limit` requests that refills continuously, so there is no
 * window whose border lets twice as many through. Times are in milliseconds.
 *
 * @param arrival the instant at which the bucket would be full again, or undefined for a full one
 * @returns the decision and the new arrival, which is the old one when the request is refused
 */
export function decide(
  arrival: number | undefined,
  now: number,
  limitPerMinute: number,
): { decision: RateDecision; arrival: number } {
  const windowMs = WINDOW_SECONDS * 1000;
  const costMs = windowMs / limitPerMinute;
  const from = Math.max(arrival ?? now, now);
  // Sums of fractional costs may come out a hair above the window.
  const isAllowed = from + costMs - now <= windowMs + 0.001;
  const next = isAllowed ? from + costMs : from;
  const waitMs = isAllowed ? 0 : from + costMs - windowMs - now;
  return {
    arrival: next,
    decision: {
      isAllowed,
      remaining: Math.max(0, Math.floor((windowMs - (next - now)) / costMs + 0.001)),
      resetSeconds: Math.ceil((next - now) / 1000),
      retryAfterSeconds: isAllowed ? 0 : Math.max(1, Math.ceil(waitMs / 1000)),
    },
  };
}

const SWEEP_AT_KEYS = 10_000;

/** Exact while one process serves; holds one number per key that was used in the last minute. */
export class MemoryRateLimiter implements RateLimiter {
  readonly #arrivals = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  async take(keyId: string, limitPerMinute: number): Promise<RateDecision> {
    const now = this.#now();
    const { decision, arrival } = decide(this.#arrivals.get(keyId), now, limitPerMinute);
    this.#arrivals.set(keyId, arrival);
    if (this.#arrivals.size > SWEEP_AT_KEYS) this.#sweep(now);
    return decision;
  }

  #sweep(now: number): void {
    for (const [keyId, arrival] of this.#arrivals) if (arrival <= now) this.#arrivals.delete(keyId);
  }
}

/** The draft header fields of a limited key (IETF draft-ietf-httpapi-ratelimit-headers). */
export function rateLimitHeaders(limitPerMinute: number, decision: RateDecision): Record<string, string> {
  return {
    "RateLimit-Policy": `"default";q=${limitPerMinute};w=${WINDOW_SECONDS}`,
    RateLimit: `"default";r=${decision.remaining};t=${decision.resetSeconds}`,
    ...(decision.isAllowed ? {} : { "Retry-After": String(decision.retryAfterSeconds) }),
  };
}

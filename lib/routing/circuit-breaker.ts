/** How many consecutive failures open a breaker, and for how long. */
export interface BreakerLimits {
  readonly failures: number;
  readonly openMs: number;
}

/**
 * Keeps callers from waiting for a server that is down: after several consecutive failures it says no for a while, then
 * lets a single trial through, whose outcome decides.
 */
export class CircuitBreaker {
  #failuresInRow = 0;
  #openUntil = 0;
  #isTrying = false;
  readonly #limits: BreakerLimits;
  readonly #now: () => number;

  constructor(limits: BreakerLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Whether a call may be made now; a caller who gets yes reports the outcome. */
  mayTry(): boolean {
    if (this.#failuresInRow < this.#limits.failures) return true;
    if (this.#isTrying || this.#now() < this.#openUntil) return false;
    this.#isTrying = true;
    return true;
  }

  reportSuccess(): void {
    this.#failuresInRow = 0;
    this.#isTrying = false;
  }

  reportFailure(): void {
    this.#failuresInRow += 1;
    this.#isTrying = false;
    if (this.#failuresInRow >= this.#limits.failures) this.#openUntil = this.#now() + this.#limits.openMs;
  }
}

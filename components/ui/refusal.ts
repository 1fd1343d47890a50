/** A response without a state. */
export class Refusal extends Error {
  readonly status: number;
  readonly retryAfter: string | null;

  constructor({ status, headers }: Response) {
    super(`The state was answered with ${status}.`);
    this.status = status;
    this.retryAfter = headers.get("Retry-After");
  }
}

/** The longest pause that a service may ask for. */
const LONGEST_WAIT_MS = 5 * 60_000;

/** Returns how long to wait before the next request, in milliseconds: the usual time, or what a refusal asks for. */
export function pauseBefore(usualMs: number, retryAfter: string | null): number {
  const seconds = Number(retryAfter ?? 0);
  return seconds > 0 ? Math.min(Math.max(usualMs, seconds * 1000), LONGEST_WAIT_MS) : usualMs;
}

/** An HTTP response that contains no state. */
export class HttpError extends Error {
  readonly status: number;
  readonly retryAfter: string | null;

  constructor({ status, headers }: Response) {
    super(`The state was answered with ${status}.`);
    this.status = status;
    this.retryAfter = headers.get("Retry-After");
  }
}

const MAX_WAIT_MS = 5 * 60_000;

/** Returns the delay in milliseconds. */
export function nextRequestDelayMs(usualMs: number, retryAfter: string | null): number {
  const seconds = Number(retryAfter ?? 0);
  return seconds > 0 ? Math.min(Math.max(usualMs, seconds * 1000), MAX_WAIT_MS) : usualMs;
}

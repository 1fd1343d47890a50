const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** How long each try waits after the previous one: 10 tries over 75 hours and 35 minutes (Standard Webhooks). */
export const SCHEDULE_MS: readonly number[] = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/** A position is soon out of date: only two tries. */
export const POSITION_TRIES = 2;

const JITTER = 0.2;

/** A busy endpoint is not tried again within a minute. */
const BUSY_WAIT_MS = MINUTE_MS;

/** An attempt ends after this long, whatever has arrived. */
export const ATTEMPT_TIMEOUT_MS = 15 * SECOND_MS;

/** Why an attempt counts as failed. */
export const ATTEMPT_FAILURES = [
  "status",
  "redirect",
  "gone",
  "timeout",
  "dns",
  "refused",
  "lost",
  "tls",
  "not_http",
  "address",
  "network",
  // A success that counts as a failure, since a shop rehearses that.
  "rehearsal",
] as const;

export type AttemptFailure = (typeof ATTEMPT_FAILURES)[number];

/** The result of an attempt. */
export interface AttemptResult {
  /** Null when no answer came. */
  readonly status: number | null;
  readonly failure: AttemptFailure | null;
  /** The error from the network or TLS. */
  readonly detail: string | null;
  readonly retryAfter: string | null;
  /** The beginning of the answer's body. */
  readonly response: string | null;
  readonly durationMs: number;
}

/**
 * Why a status fails: only 2xx is a success. Redirects are not followed, since they would leave the registered address.
 */
export function failureOf(status: number): AttemptFailure | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return "redirect";
  return status === 410 ? "gone" : "status";
}

/** The milliseconds a Retry-After header asks for, as seconds or a date; null when it is neither. */
export function retryAfterMs(header: string | null, now: Date): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Number(text) * SECOND_MS;
  const at = /^[A-Za-z]{3}, .* GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}

/**
 * How long to wait after a failed try; null after the last.
 *
 * @param tries made so far, including this one
 * @param random from 0 to 1; spreads tries that failed together
 */
export function waitAfterFailure(
  tries: number,
  result: Pick<AttemptResult, "status" | "failure" | "retryAfter">,
  { mostTries = SCHEDULE_MS.length, now, random }: { mostTries?: number; now: Date; random: number },
): number | null {
  const planned = tries < mostTries ? SCHEDULE_MS[tries] : undefined;
  if (planned === undefined) return null;
  const spread = planned * (1 - JITTER + 2 * JITTER * random);
  const isBusy = result.failure === "timeout" || result.status === 429;
  const base = isBusy ? Math.max(spread, BUSY_WAIT_MS) : spread;
  const asked = retryAfterMs(result.retryAfter, now);
  return Math.round(asked === null ? base : Math.min(Math.max(asked, base), 2 * base));
}

import { HOUR_MS, MINUTE_MS, SECOND_MS } from "@/lib/duration";
import { SEND_FAILURES, type SendResult } from "@/lib/http/send-result";

/** Waits before each try: 10 tries over 75 hours and 35 minutes (Standard Webhooks). */
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

export const POSITION_TRIES = 2;

const JITTER = 0.2;

const BUSY_WAIT_MS = MINUTE_MS;

/** `rehearsal` is a success that a sandbox scenario counts as a failure. */
export const ATTEMPT_FAILURES = [...SEND_FAILURES, "rehearsal"] as const;

export type AttemptFailure = (typeof ATTEMPT_FAILURES)[number];

export interface AttemptResult extends Omit<SendResult, "failure"> {
  readonly failure: AttemptFailure | null;
}

export function retryAfterMs(header: string | null, now: Date): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Number(text) * SECOND_MS;
  const at = /^[A-Za-z]{3}, .* GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}

/** Null after the last try. @param tries including this one @param random from 0 to 1 */
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
  const requested = retryAfterMs(result.retryAfter, now);
  return Math.round(requested === null ? base : Math.min(Math.max(requested, base), 2 * base));
}

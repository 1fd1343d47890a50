/** A request ends after this long, whatever has arrived. */
export const TIMEOUT_MS = 15_000;

/** Why a request counts as failed. */
export const SEND_FAILURES = [
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
] as const;

export type SendFailure = (typeof SEND_FAILURES)[number];

/** The result of a request. */
export interface SendResult {
  /** Null when no answer came. */
  readonly status: number | null;
  readonly failure: SendFailure | null;
  /** The error from the network or TLS. */
  readonly detail: string | null;
  readonly retryAfter: string | null;
  /** The beginning of the answer's body. */
  readonly response: string | null;
  readonly durationMs: number;
}

/**
 * Why a status fails: only 2xx is a success. Redirects are not followed, since they would leave the address that was
 * checked.
 */
export function failureOf(status: number): SendFailure | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return "redirect";
  return status === 410 ? "gone" : "status";
}

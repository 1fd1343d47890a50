export const TIMEOUT_MS = 15_000;

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

export interface SendResult {
  readonly status: number | null;
  readonly failure: SendFailure | null;
  readonly detail: string | null;
  readonly retryAfter: string | null;
  readonly response: string | null;
  readonly durationMs: number;
}

/** Redirects fail: they would leave the checked address. */
export function findFailure(status: number): SendFailure | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return "redirect";
  return status === 410 ? "gone" : "status";
}

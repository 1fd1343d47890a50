import type { PointList } from "@/bench/generator/places";

/**
 * In path and body `{id}` and `{n}` are numbers of nine digits, `{t}` milliseconds, `{s}` four digits that count
 * seconds. `{pickupLatitude}`, `{pickupLongitude}`, `{dropoffLatitude}` and `{dropoffLongitude}` are degrees.
 */
export interface LoadJob {
  readonly port: number;
  readonly clients: number;
  /** Warm-up lasts this long or until this number of calls have responses, but at most five times this long. 0: none. */
  readonly warmUpSeconds: number;
  readonly warmUpCalls: number;
  readonly seconds: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Calls per second, independent of earlier responses. Without it, each client calls as fast as it can. */
  readonly perSecond?: number;
  /** Numbers for `{id}`, in rotation. With `once`, each is used once, and the load ends when none is left. */
  readonly ids?: { readonly from: number; readonly count: number; readonly once: boolean };
  /** A new pair for each call, or 16 pairs in rotation. */
  readonly places?: PointList & { readonly areNew: boolean };
  readonly counter: number;
}

/** Measured after the warm-up. Times are in milliseconds, and NaN without a 2xx response. */
export interface LoadResult {
  readonly count: number;
  /** Includes responses that arrive after the end. */
  readonly answered: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
  /** Responses marked as estimates. Their times are from Date.now(). */
  readonly estimates: number;
  readonly firstEstimateAt: number | null;
  readonly lastEstimateAt: number | null;
  /** 503 with Retry-After, and connections that ended without a response; both are failures as well. */
  readonly retryLater: number;
  readonly resets: number;
  /** The number of responses other than 2xx, and one example. */
  readonly failures: number;
  readonly failure: string | null;
  readonly counter: number;
}

export type LoadMessage = { readonly type: "begin" } | { readonly type: "end"; readonly result: LoadResult };

import type { PointList } from "@/bench/generator/places";

/**
 * In path and body `{id}` and `{n}` are numbers of nine digits, `{t}` milliseconds, `{s}` four digits that count
 * seconds. `{pickupLatitude}`, `{pickupLongitude}`, `{dropoffLatitude}` and `{dropoffLongitude}` are degrees.
 */
export interface LoadJob {
  readonly port: number;
  readonly clients: number;
  /** The warm-up takes this long, or until this many calls have responses; at most five times this long. 0: none. */
  readonly warmUpSeconds: number;
  readonly warmUpCalls: number;
  readonly seconds: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Calls at this rate, whether or not earlier ones have been answered; without it each client calls as fast as it can. */
  readonly perSecond?: number;
  /** The numbers for `{id}`, in turn; each once, if `once`, and then the load ends early. */
  readonly ids?: { readonly from: number; readonly count: number; readonly once: boolean };
  /** A new pair for each call or the same few in turn. */
  readonly places?: PointList & { readonly areNew: boolean };
  readonly counter: number;
}

/** Over the seconds after the warm-up. Times are in milliseconds. */
export interface LoadResult {
  readonly count: number;
  /** Includes responses after the end. */
  readonly answered: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
  /** Responses whose body names an estimate; their instants are by Date.now(). */
  readonly estimates: number;
  readonly firstEstimateAt: number | null;
  readonly lastEstimateAt: number | null;
  /** 503 with Retry-After, and connections that ended without a response; both are failures as well. */
  readonly retryLater: number;
  readonly resets: number;
  /** Responses other than 2xx, and one of them. */
  readonly failures: number;
  readonly failure: string | null;
  readonly counter: number;
}

export type LoadMessage = { readonly type: "begin" } | { readonly type: "end"; readonly result: LoadResult };

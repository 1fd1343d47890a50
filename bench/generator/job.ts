/**
 * What a load generator is to do. In path and body `{id}` and `{n}` stand for numbers of nine digits, `{t}` for the time
 * in milliseconds and `{s}` for four digits that count seconds.
 */
export interface LoadJob {
  readonly port: number;
  readonly clients: number;
  /** The warm-up takes this long, and longer until so many calls are answered; never five times as long. */
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
  /** Where `{n}` begins to count. */
  readonly counter: number;
}

/** What came of it, over the seconds after the warm-up. Times are in milliseconds. */
export interface LoadResult {
  readonly count: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Answers other than 2xx, and one of them. */
  readonly failures: number;
  readonly failure: string | null;
  /** Where the next job's counter begins. */
  readonly counter: number;
}

export type LoadMessage = { readonly type: "begin" } | { readonly type: "end"; readonly result: LoadResult };

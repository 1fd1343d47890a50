import { decide, type RateDecision, type RateLimiter, WINDOW_SECONDS } from "@/lib/api/rate-limit";
import type { Database } from "@/lib/db/client";

interface BucketRow {
  is_allowed: boolean;
  /** Milliseconds from now until the bucket is full. */
  fill_ms: number;
}

/**
 * Exact over any number of processes: one statement per request on an unlogged table, by the database's clock.
 * The row lock makes simultaneous requests of one key queue up.
 */
export class SharedRateLimiter implements RateLimiter {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async take(keyId: string, limitPerMinute: number): Promise<RateDecision> {
    const cost = `${(WINDOW_SECONDS * 1_000_000) / limitPerMinute} microseconds`;
    const window = `${WINDOW_SECONDS} seconds`;
    const [row] = await this.#db.$queryRaw<BucketRow[]>`
      WITH taken AS (
        INSERT INTO rate_limit_buckets AS b (id, theoretical_arrival)
        VALUES (${keyId}, clock_timestamp() + ${cost}::interval)
        ON CONFLICT (id) DO UPDATE
          SET theoretical_arrival = greatest(b.theoretical_arrival, clock_timestamp()) + ${cost}::interval
          WHERE greatest(b.theoretical_arrival, clock_timestamp()) + ${cost}::interval
                <= clock_timestamp() + ${window}::interval
        RETURNING theoretical_arrival
      )
      SELECT true AS is_allowed,
             extract(epoch FROM theoretical_arrival - clock_timestamp())::float8 * 1000 AS fill_ms FROM taken
      UNION ALL
      SELECT false, extract(epoch FROM theoretical_arrival - clock_timestamp())::float8 * 1000
      FROM rate_limit_buckets WHERE id = ${keyId} AND NOT EXISTS (SELECT 1 FROM taken)`;
    // A row that another request made since this statement began cannot be seen by its second half.
    if (row === undefined) return decide(WINDOW_SECONDS * 1000, 0, limitPerMinute).decision;
    const costMs = (WINDOW_SECONDS * 1000) / limitPerMinute;
    const before = row.is_allowed ? row.fill_ms - costMs : row.fill_ms;
    const { decision } = decide(before, 0, limitPerMinute);
    if (row.is_allowed) return { ...decision, isAllowed: true, retryAfterSeconds: 0 };
    return { ...decision, isAllowed: false, retryAfterSeconds: Math.max(1, decision.retryAfterSeconds) };
  }
}

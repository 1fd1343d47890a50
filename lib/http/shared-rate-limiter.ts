import type { Database } from "@/lib/db/client";
import { rateLimitWindows } from "@/lib/db/generated/columns";
import { int4, pick, text } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { COUNTED_SECONDS, type RateDecision, type RateLimiter, toRateDecision } from "@/lib/http/rate-limit";

const WINDOW = pick(rateLimitWindows, "counts isAllowed");

/** `consumeRequest` for any number of processes: one statement on an unlogged table, by the database's clock. */
export class SharedRateLimiter implements RateLimiter {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async take(keyId: string, limitPerMinute: number): Promise<RateDecision> {
    const [row] = await query(this.#db, WINDOW)`
      INSERT INTO rate_limit_windows AS w (id, second, counts, is_allowed)
      VALUES (${keyId}, floor(extract(epoch FROM clock_timestamp()))::bigint,
              array_fill(0, ARRAY[${COUNTED_SECONDS}::int - 1]) || 1, true)
      ON CONFLICT (id) DO UPDATE SET (second, counts, is_allowed) = (
        SELECT present.second,
               CASE WHEN total.calls < ${limitPerMinute}
                    THEN moved.counts[:${COUNTED_SECONDS}::int - 1] || moved.counts[${COUNTED_SECONDS}::int] + 1
                    ELSE moved.counts END,
               total.calls < ${limitPerMinute}
        FROM (SELECT floor(extract(epoch FROM clock_timestamp()))::bigint AS second) present
        CROSS JOIN LATERAL (
          SELECT least(greatest(present.second - w.second, 0), ${COUNTED_SECONDS})::int AS seconds
        ) passed
        CROSS JOIN LATERAL (
          SELECT (w.counts || array_fill(0, ARRAY[passed.seconds]))[passed.seconds + 1:] AS counts
        ) moved
        CROSS JOIN LATERAL (SELECT sum(count) AS calls FROM unnest(moved.counts) count) total
      )
      RETURNING counts, is_allowed`;
    if (row === undefined) throw new Error("INSERT … RETURNING returned no row");
    return toRateDecision(row.counts, row.isAllowed, limitPerMinute);
  }

  async usage(keyIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await query(this.#db, { id: text, used: int4 })`
      SELECT w.id, sum(counted.calls)::int AS used
      FROM rate_limit_windows w
      CROSS JOIN LATERAL unnest(w.counts[greatest(floor(extract(epoch FROM clock_timestamp()))::bigint - w.second, 0)::int + 1:])
        AS counted(calls)
      WHERE w.id = ANY(${[...keyIds]}::text[])
      GROUP BY w.id HAVING sum(counted.calls) > 0`;
    return new Map(rows.map(({ id, used }) => [id, used]));
  }
}

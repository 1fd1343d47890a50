import { type Sql, sql } from "@/lib/db/sql";
import type { JobKind } from "@/lib/jobs/job";

/**
 * The part of a statement that puts a job in for each row of a source; where one waits under the same key, it stays.
 *
 * @param source names rows with the columns key and run_at
 */
export function insertJobs(kind: JobKind, source: Sql): Sql {
  return sql`
      INSERT INTO jobs (kind, key, run_at)
      SELECT ${kind}, source.key, source.run_at FROM ${source} AS source
      ON CONFLICT (kind, key) WHERE finished_at IS NULL DO NOTHING`;
}

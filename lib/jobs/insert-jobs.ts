import { type Sql, sql } from "@/lib/db/sql";
import type { JobKind } from "@/lib/jobs/job";

/**
 * The part of a statement that adds a job for each row of a source; a job already waiting under the same key stays.
 *
 * @param source names rows with the columns key and run_at
 */
export function insertJobs(kind: JobKind, source: Sql): Sql {
  return sql`
      INSERT INTO jobs (kind, key, run_at)
      SELECT ${kind}, source.key, source.run_at FROM ${source} AS source
      ON CONFLICT (kind, key) WHERE finished_at IS NULL DO NOTHING`;
}

import type { Queryable } from "@/lib/db/client";
import { EMPTY_SQL, execute, Sql, sql } from "@/lib/db/sql";

export const BATCH_ROWS = 2_000;

/** @returns whether nothing is left. Delete by ctid, since the planner may scan the whole table for `id IN (…)`. */
export async function deleteInBatches(
  isTimeUp: () => boolean,
  deleteSome: (most: number) => Promise<number>,
  batchRows = BATCH_ROWS,
): Promise<boolean> {
  while (!isTimeUp()) {
    if ((await deleteSome(batchRows)) < batchRows) return true;
  }
  return false;
}

interface Old {
  /** Instant column by which rows are old; indexed. */
  readonly by: string;
  readonly before: Date;
  /** Further condition. */
  readonly where?: Sql;
  readonly batchRows?: number;
}

/** Deletes the rows of a table from before an instant, in batches. @returns whether nothing is left */
export function deleteOldRows(
  db: Queryable,
  table: string,
  { by, before, where, batchRows }: Old,
  isTimeUp: () => boolean,
): Promise<boolean> {
  const [from, column] = [new Sql([table], []), new Sql([by], [])];
  return deleteInBatches(
    isTimeUp,
    // Checks the instant again after a lock wait, since the row may have been updated.
    (most) => execute(db)`
      DELETE FROM ${from} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${from} WHERE ${column} < ${before}::timestamptz${where === undefined ? EMPTY_SQL : sql` AND ${where}`}
        ORDER BY ${column} LIMIT ${most}))
      AND ${column} < ${before}::timestamptz`,
    batchRows,
  );
}

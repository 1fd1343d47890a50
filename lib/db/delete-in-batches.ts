/** Rows deleted by one statement: their locks are held for milliseconds. */
export const BATCH_ROWS = 2_000;

/**
 * Deletes batch after batch until one is not full or time is up.
 *
 * @param deleteSome deletes at most so many rows. It finds them by an index and deletes them by their ctids, since for
 *   `id IN (…)` the planner may choose to read a large table as a whole.
 * @returns whether nothing is left
 */
export async function deleteInBatches(
  isTimeUp: () => boolean,
  deleteSome: (most: number) => Promise<number>,
): Promise<boolean> {
  while (!isTimeUp()) {
    if ((await deleteSome(BATCH_ROWS)) < BATCH_ROWS) return true;
  }
  return false;
}

export const BATCH_ROWS = 2_000;

/** @returns whether nothing is left. Delete by ctid: for `id IN (…)` the planner may read the whole table. */
export async function deleteInBatches(
  isTimeUp: () => boolean,
  deleteSome: (most: number) => Promise<number>,
): Promise<boolean> {
  while (!isTimeUp()) {
    if ((await deleteSome(BATCH_ROWS)) < BATCH_ROWS) return true;
  }
  return false;
}

export const BATCH_ROWS = 2_000;

/** @returns whether nothing is left. Delete by ctid, since the planner may scan the whole table for `id IN (…)`. */
export async function deleteInBatches(
  isTimeUp: () => boolean,
  deleteSome: (most: number) => Promise<number>,
): Promise<boolean> {
  while (!isTimeUp()) {
    if ((await deleteSome(BATCH_ROWS)) < BATCH_ROWS) return true;
  }
  return false;
}

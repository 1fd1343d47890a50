/** Searches and prices of one import at a time, so that others find a database connection. */
export const IMPORT_CONCURRENCY = 4;

/** Maps in order, with at most `concurrency` calls in progress. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  map: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const work = async (): Promise<void> => {
    for (const [index, item] of waiting) results[index] = await map(item, index);
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return results;
}

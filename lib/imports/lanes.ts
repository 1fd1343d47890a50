/** Searches and prices of one import at a time, so that others find a database connection. */
export const LANES = 4;

/** Maps in order, with a number of calls in progress. */
export async function mapInLanes<Item, Result>(
  items: readonly Item[],
  lanes: number,
  map: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const work = async (): Promise<void> => {
    for (const [index, item] of waiting) results[index] = await map(item, index);
  };
  await Promise.all(Array.from({ length: lanes }, work));
  return results;
}

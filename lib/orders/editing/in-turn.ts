const turns = new Map<string, Promise<unknown>>();

/**
 * Does work on one thing after the other's, in the order of asking, within this process; different things do not
 * wait for each other. Whoever waits holds nothing, no connection and no lock.
 *
 * @param key what the work is on
 */
export async function inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  // Work that has failed is its caller's matter; the next one begins all the same.
  const before = turns.get(key)?.catch(() => {});
  const mine = before === undefined ? work() : before.then(work);
  turns.set(key, mine);
  try {
    return await mine;
  } finally {
    if (turns.get(key) === mine) turns.delete(key);
  }
}

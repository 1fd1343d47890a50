const turns = new Map<string, Promise<unknown>>();

/**
 * Runs work on the same thing one at a time, in order of arrival, within this process; different things do not wait for
 * each other. Waiting holds no connection and no lock.
 *
 * @param key what the work is on
 */
export async function runExclusive<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  // Failed work is its caller's matter; the next begins all the same.
  const before = turns.get(key)?.catch(() => {});
  const mine = before === undefined ? work() : before.then(work);
  turns.set(key, mine);
  try {
    return await mine;
  } finally {
    if (turns.get(key) === mine) turns.delete(key);
  }
}

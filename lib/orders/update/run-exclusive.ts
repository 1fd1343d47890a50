const turns = new Map<string, Promise<unknown>>();

/** Runs work with the same key one at a time, in order of arrival, within this process. */
export async function runExclusive<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  // A failure is reported to its own caller only.
  const before = turns.get(key)?.catch(() => {});
  const mine = before === undefined ? work() : before.then(work);
  turns.set(key, mine);
  try {
    return await mine;
  } finally {
    if (turns.get(key) === mine) turns.delete(key);
  }
}

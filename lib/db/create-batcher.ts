/** Calls made while a statement runs share the next statement and its failure. Undefined for a key without a result. */
export function createBatcher<Key, Value>(
  run: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let running: Promise<unknown> = Promise.resolve();
  let next: { readonly keys: Set<Key>; readonly answers: Promise<ReadonlyMap<Key, Value>> } | null = null;
  return async (key) => {
    if (next === null) {
      const keys = new Set<Key>();
      const answers = running.then(() => {
        next = null;
        return run([...keys]);
      });
      running = answers.catch(() => {});
      next = { keys, answers };
    }
    next.keys.add(key);
    return (await next.answers).get(key);
  };
}

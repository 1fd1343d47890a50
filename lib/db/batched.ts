/**
 * Answers many single questions by few reads: while one read is under way, whatever is asked waits for the next. So
 * each answer was read after its question.
 *
 * @param read answers for several keys; a key without an answer is missing from the map
 */
export function batched<Key, Value>(
  read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let reading: Promise<unknown> = Promise.resolve();
  let next: { readonly keys: Set<Key>; readonly answers: Promise<ReadonlyMap<Key, Value>> } | null = null;
  return async (key) => {
    if (next === null) {
      const keys = new Set<Key>();
      const answers = reading.then(() => {
        next = null;
        return read([...keys]);
      });
      reading = answers.catch(() => {});
      next = { keys, answers };
    }
    next.keys.add(key);
    return (await next.answers).get(key);
  };
}

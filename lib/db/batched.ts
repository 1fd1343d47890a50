/**
 * Does for many what each of them asks for, by few statements: while one is under way, whatever is asked waits for the
 * next. So what is read was read after it was asked for, and what is written is committed when it is answered. Those of
 * one statement fail together.
 *
 * @param run answers for several keys; a key without an answer is missing from the map
 */
export function batched<Key, Value>(
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

/** Number of requests whose handling begins in one turn of the event loop. */
const MAX_STARTS = 25;

const waiting: (() => void)[] = [];
let starts = 0;

/**
 * Returns when the handling of a request may begin: now, unless many have begun in this turn of the event loop. Without
 * it a burst of connections is handled as a whole before anything else that has arrived is even read.
 *
 * @returns undefined for now
 */
export function takeTurn(): Promise<void> | undefined {
  if (starts === 0) setImmediate(beginTurn);
  if (starts < MAX_STARTS) {
    starts += 1;
    return undefined;
  }
  return new Promise((resolve) => waiting.push(resolve));
}

function beginTurn(): void {
  const next = waiting.splice(0, MAX_STARTS);
  starts = next.length;
  if (starts > 0) setImmediate(beginTurn);
  for (const start of next) start();
}

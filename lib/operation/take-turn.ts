/** Number of requests whose handling begins in one turn of the event loop. */
const MAX_STARTS = 25;

const waiting: (() => void)[] = [];
let starts = 0;

/**
 * Waits until the handling of a request may begin: not at all, unless many have begun in this turn of the event loop.
 * Otherwise a burst of connections would be handled as a whole before other input is read.
 *
 * @returns undefined if it may begin at once
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

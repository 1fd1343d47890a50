/** Number of requests whose handling begins in one turn of the event loop. */
const MAX_STARTS = 25;

const waiting: (() => void)[] = [];
let starts = 0;

/** Delays handling after a burst in this event loop turn, so that other input proceeds. Undefined: begin now. */
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

import { setTimeout as sleep } from "node:timers/promises";

/**
 * Waits until something holds.
 *
 * @throws Error when it does not within so long, so that nothing outlives a test that fails
 */
export async function until(holds: () => boolean | Promise<boolean>, withinMs = 50_000): Promise<void> {
  const last = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > last) throw new Error(`It has not come to this: ${holds}`);
    await sleep(20);
  }
}

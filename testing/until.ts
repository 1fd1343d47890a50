import { setTimeout as sleep } from "node:timers/promises";
import { PATIENCE_MS } from "@/testing/patience.mjs";

/**
 * Polls until a condition holds.
 *
 * @throws Error when it does not hold in time, so that nothing outlives a failing test
 */
export async function pollUntil(
  holds: () => boolean | Promise<boolean>,
  withinMs = PATIENCE_MS,
): Promise<void> {
  const last = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > last) throw new Error(`The condition did not become true: ${holds}`);
    await sleep(20);
  }
}

// Needs only Node itself: it runs before any package is installed.
import { setTimeout as pause } from "node:timers/promises";

const POLL_MS = 50;
const SAY_EVERY_MS = 60_000;

/**
 * Waits until a child process is ready, as long as it lives: on a busy machine, a start after a crash takes minutes.
 * Says once a minute what it waits for.
 * @param {object} child
 * @param {string} child.name begins the sentence
 * @param {() => Promise<string | null>} child.findProblem why it is not ready; null once it is
 * @param {() => boolean} child.isRunning
 * @param {(line: string) => void} child.say
 * @param {number} [child.withinMs] gives up after this time; never by default
 * @param {{ now: () => number, sleep: (milliseconds: number) => Promise<unknown> }} [time]
 * @returns {Promise<boolean>} false if it ended or was late
 */
export async function waitUntilReady(
  { name, findProblem, isRunning, say, withinMs = Number.POSITIVE_INFINITY },
  { now, sleep } = { now: () => performance.now(), sleep: pause },
) {
  const startedAt = now();
  for (let minutes = 1; ; ) {
    const problem = await findProblem();
    if (problem === null) return true;
    if (!isRunning() || now() - startedAt > withinMs) return false;
    if (now() - startedAt >= minutes * SAY_EVERY_MS) {
      minutes = Math.floor((now() - startedAt) / SAY_EVERY_MS);
      say(`${name} is not ready after ${minutes} min: ${problem}. Waiting for it.`);
      minutes += 1;
    }
    await sleep(POLL_MS);
  }
}

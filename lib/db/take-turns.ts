import { setTimeout as sleep } from "node:timers/promises";
import { isLostToRival } from "@/lib/db/failure";

const MOST_TRIES = 4;
const PAUSE_MS = 30;

/**
 * Does the work again while PostgreSQL undoes it to let a rival pass: four times at most, after a pause that differs
 * from the rival's. The work is one transaction, or one statement outside of any, so nothing of a failed try is left.
 *
 * @throws what the last try failed by
 */
export async function takeTurns<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === MOST_TRIES || !isLostToRival(error)) throw error;
      await sleep(Math.random() * PAUSE_MS * tries);
    }
  }
}

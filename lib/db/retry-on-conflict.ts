import { setTimeout as sleep } from "node:timers/promises";
import { isRetryableConflict } from "@/lib/db/pg-errors";

const MAX_ATTEMPTS = 4;
const PAUSE_MS = 30;

/** Retries on a serialization failure or deadlock, up to four tries with a random delay. */
export async function retryOnConflict<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === MAX_ATTEMPTS || !isRetryableConflict(error)) throw error;
      await sleep(Math.random() * PAUSE_MS * tries);
    }
  }
}

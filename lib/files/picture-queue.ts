import { FairQueue } from "@/lib/fair-queue";

// With one thread each (`loadSharp`).
const MAX_ACTIVE = 2;

// Waiting pictures are held in memory.
const MAX_WAITING = 20;
const MAX_WAITING_PER_KEY = 10;
const MAX_WAIT_MS = 5_000;

export class PictureQueue {
  readonly #queue = new FairQueue({
    maxActive: MAX_ACTIVE,
    maxWaiting: MAX_WAITING,
    maxWaitingPerKey: MAX_WAITING_PER_KEY,
  });

  /** @throws DomainError SERVICE_OVERLOADED if too many wait, or after five seconds */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    return this.#queue.run(key, performance.now() + MAX_WAIT_MS, work);
  }
}

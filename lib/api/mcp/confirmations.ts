/** How long somebody may take to answer. */
const WAIT_MS = 2 * 60_000;
/** Questions that may be open at once. */
const MOST_OPEN = 1_000;

interface Question {
  readonly keyId: string;
  readonly settle: (isConfirmed: boolean) => void;
}

/**
 * Questions that were put to clients' users and are not answered yet. A client answers by a request of its own, which
 * finds its question by the number that nobody else knows, and must bring the same key.
 */
export class Confirmations {
  readonly #open = new Map<string, Question>();
  readonly #waitMs: number;

  constructor(waitMs = WAIT_MS) {
    this.#waitMs = waitMs;
  }

  /** Waits for the answer; no answer in time is a refusal. */
  wait(id: string, keyId: string): Promise<boolean> {
    if (this.#open.size >= MOST_OPEN) return Promise.resolve(false);
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.answer(id, keyId, false), this.#waitMs);
      timer.unref();
      const settle = (isConfirmed: boolean) => {
        clearTimeout(timer);
        resolve(isConfirmed);
      };
      this.#open.set(id, { keyId, settle });
    });
  }

  /** @returns whether there was such a question */
  answer(id: string, keyId: string, isConfirmed: boolean): boolean {
    const question = this.#open.get(id);
    if (question === undefined || question.keyId !== keyId) return false;
    this.#open.delete(id);
    question.settle(isConfirmed);
    return true;
  }
}

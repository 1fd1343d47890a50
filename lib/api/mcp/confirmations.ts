const WAIT_MS = 2 * 60_000;
const MAX_PENDING_PER_KEY = 5;

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

  /**
   * Waits for the answer; no answer in time, or the end of the client's stream, is a refusal.
   *
   * @param stream aborted when the client has closed its stream
   * @returns null when five questions of the key are open already
   */
  wait(id: string, keyId: string, stream: AbortSignal): Promise<boolean> | null {
    let pending = 0;
    for (const question of this.#open.values()) if (question.keyId === keyId) pending += 1;
    if (pending >= MAX_PENDING_PER_KEY) return null;
    return new Promise((resolve) => {
      const refuse = () => this.answer(id, keyId, false);
      const timer = setTimeout(refuse, this.#waitMs);
      timer.unref();
      const settle = (isConfirmed: boolean) => {
        clearTimeout(timer);
        stream.removeEventListener("abort", refuse);
        resolve(isConfirmed);
      };
      this.#open.set(id, { keyId, settle });
      stream.addEventListener("abort", refuse);
      if (stream.aborted) refuse();
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

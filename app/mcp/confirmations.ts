const WAIT_MS = 2 * 60_000;
const MAX_PENDING_PER_KEY = 5;

/** Open questions to the users of clients. The client's response must have the question's secret id and the same key. */
export class Confirmations {
  readonly #open = new Map<string, { keyId: string; settle: (isConfirmed: boolean) => void }>();
  readonly #waitMs: number;

  constructor(waitMs = WAIT_MS) {
    this.#waitMs = waitMs;
  }

  /** Waits for the response; rejects on a timeout or a closed stream. Null if the key already has five open questions. */
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

  answer(id: string, keyId: string, isConfirmed: boolean): boolean {
    const question = this.#open.get(id);
    if (question === undefined || question.keyId !== keyId) return false;
    this.#open.delete(id);
    question.settle(isConfirmed);
    return true;
  }
}

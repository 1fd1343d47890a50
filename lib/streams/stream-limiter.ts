/** Maximum concurrent streams per reader (a user, a courier, or one IP address on one tracking link). */
export const MAX_STREAMS_PER_READER = 20;

/** Each role has its own slots, so that traffic on public tracking links cannot exhaust those of couriers. */
export type ReaderRole = "recipient" | "staff" | "operator" | "courier";

/** Limits the open streams of a process, since each costs memory and CPU time. */
export class StreamLimiter {
  readonly #most: number;
  readonly #ofReaders = new Map<string, number>();
  readonly #ofRoles = new Map<ReaderRole, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Acquires a slot. @returns an idempotent function that releases it; null without a free slot */
  take(role: ReaderRole, reader: string): (() => void) | null {
    const own = this.#ofReaders.get(reader) ?? 0;
    const taken = this.#ofRoles.get(role) ?? 0;
    if (taken >= this.#most || own >= MAX_STREAMS_PER_READER) return null;
    this.#ofRoles.set(role, taken + 1);
    this.#ofReaders.set(reader, own + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.#ofRoles.set(role, (this.#ofRoles.get(role) ?? 0) - 1);
      const left = (this.#ofReaders.get(reader) ?? 0) - 1;
      if (left > 0) this.#ofReaders.set(reader, left);
      else this.#ofReaders.delete(reader);
    };
  }
}

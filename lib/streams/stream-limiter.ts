/** How many streams one reader may hold: a person, a courier, or one address viewing one link. */
export const MAX_STREAMS_PER_READER = 20;

/** Kind of reader. Each role has separate slots, so that strangers with links take none of the couriers'. */
export type ReaderRole = "recipient" | "staff" | "operator" | "courier";

/** The streams that a process may keep open, since each costs memory and work. */
export class StreamLimiter {
  readonly #most: number;
  readonly #ofReaders = new Map<string, number>();
  readonly #ofRoles = new Map<ReaderRole, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes a place. @returns what gives it back, safe to repeat; null when there is none */
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

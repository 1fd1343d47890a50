/** How many streams one reader may hold: a person, a courier, or one address viewing one link. */
export const PLACES_OF_A_READER = 20;

/** The streams that a process may keep open, since each costs memory and work. */
export class Places {
  readonly #most: number;
  readonly #ofReaders = new Map<string, number>();
  #taken = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Takes a place. @returns what gives it back, safe to repeat; null when there is none */
  take(reader: string): (() => void) | null {
    const own = this.#ofReaders.get(reader) ?? 0;
    if (this.#taken >= this.#most || own >= PLACES_OF_A_READER) return null;
    this.#taken += 1;
    this.#ofReaders.set(reader, own + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.#taken -= 1;
      const left = (this.#ofReaders.get(reader) ?? 0) - 1;
      if (left > 0) this.#ofReaders.set(reader, left);
      else this.#ofReaders.delete(reader);
    };
  }
}

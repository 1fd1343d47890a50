import type { Snapshot } from "@/lib/streams/snapshot";

export interface Subscriber {
  tell(update: EncodedSnapshot | null): void;
}

export type RunLimited = <Result>(read: () => Promise<Result>) => Promise<Result>;

// Positions may arrive many times a second; readers get at most one update per 700 ms.
const AT_MOST_EVERY_MS = 700;
const USUALLY_LASTS_MS = 60_000;
// Maximum lifetime of a state: texts change at midnight, and changes of rarely changed data are not announced.
const MAX_LIFETIME_MS = 5 * 60_000;
const AFTER_FAILURE_MS = 15_000;
/** Number of readers notified before requests have their turn. */
const TOLD_AT_ONCE = 100;

/** Subject of streams, read once for all of them: on join, on change and when its state expires. */
export class Subject {
  readonly #followers = new Set<Subscriber>();
  readonly #read: () => Promise<Snapshot | null>;
  readonly #takeTurn: RunLimited;
  #latest: { readonly update: EncodedSnapshot | null } | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  #dueAt = Number.POSITIVE_INFINITY;
  #stage: "resting" | "queued" | "reading" = "resting";
  #isStale = false;
  #isKnown = false;

  constructor(read: () => Promise<Snapshot | null>, takeTurn: RunLimited) {
    this.#read = read;
    this.#takeTurn = takeTurn;
  }

  /** Whether the followers have received every announced change. */
  get isKnown(): boolean {
    return this.#isKnown && !this.#isStale && this.#stage === "resting";
  }

  follow(follower: Subscriber): void {
    this.#followers.add(follower);
    // A read in progress is recent enough for this follower: any later change is announced.
    if (this.#stage !== "resting") return;
    const isFresh = performance.now() - this.#readAt < AT_MOST_EVERY_MS;
    if (isFresh && !this.#isStale && this.#latest !== undefined) follower.tell(this.#latest.update);
    else this.change();
  }

  leave(follower: Subscriber): boolean {
    this.#followers.delete(follower);
    return this.#followers.size === 0;
  }

  change(): void {
    this.#isStale = true;
    if (performance.now() - this.#readAt >= AT_MOST_EVERY_MS) this.#look();
  }

  tick(now: number): void {
    if (now - this.#readAt < AT_MOST_EVERY_MS) return;
    // New readers require another read.
    this.#latest = undefined;
    if (this.#isStale || now >= this.#dueAt) this.#look();
  }

  #look(): void {
    if (this.#stage !== "resting" || this.#followers.size === 0) return;
    this.#stage = "queued";
    const read = () => {
      if (this.#followers.size === 0) return Promise.resolve(undefined);
      this.#stage = "reading";
      this.#isStale = false;
      return this.#read();
    };
    void this.#takeTurn(read).then(
      (snapshot) => this.#rest(snapshot),
      // While the database is down the readers keep the last state.
      () => this.#rest(undefined),
    );
  }

  #rest(snapshot: Snapshot | null | undefined): void {
    this.#stage = "resting";
    const now = performance.now();
    this.#readAt = now;
    this.#isKnown = snapshot !== undefined;
    const lastsMs =
      snapshot === undefined
        ? AFTER_FAILURE_MS
        : Math.min(MAX_LIFETIME_MS, snapshot?.lastsMs ?? USUALLY_LASTS_MS);
    this.#dueAt = now + lastsMs;
    if (snapshot === undefined) return;
    const latest = { update: snapshot && toUpdate(snapshot) };
    this.#latest = latest;
    void this.#tellAll(latest.update);
  }

  async #tellAll(update: EncodedSnapshot | null): Promise<void> {
    const readAt = this.#readAt;
    let notified = 0;
    for (const follower of [...this.#followers]) {
      if (notified > 0 && notified % TOLD_AT_ONCE === 0) await new Promise(setImmediate);
      // The remaining followers have already received a newer state.
      if (this.#readAt !== readAt) return;
      follower.tell(update);
      notified += 1;
    }
  }
}

export type EncodedSnapshot = ReturnType<typeof toUpdate>;

function toUpdate({ id, data, isFinal }: Snapshot) {
  const text = `id: ${id}\nevent: state\ndata: ${data}\n\n${isFinal ? "event: end\ndata: \n\n" : ""}`;
  // Allocated outside Node's buffer pool: a pooled slice would keep the whole pool in memory.
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return { id, bytes, isFinal };
}

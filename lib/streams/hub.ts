import { systemClock } from "@/lib/clock";
import { type Listener, listen } from "@/lib/db/listen";
import { LIVE_CHANNEL, parseTopics, type Topic } from "@/lib/streams/announce";
import type { Snapshot } from "@/lib/streams/snapshot";
import { type ReaderRole, StreamLimiter } from "@/lib/streams/stream-limiter";
import { Subject, type Subscriber } from "@/lib/streams/subject";

/** Streams with the same key show the same and share one read. */
export interface StreamSource {
  readonly key: string;
  readonly topics: readonly Topic[];
  readonly read: () => Promise<Snapshot | null>;
}

export interface StreamConnection extends Subscriber {
  /** Tells the reader that nothing is new, if that is known. */
  beat(heartbeat: Uint8Array): void;
  close(): void;
}

export interface StreamSubscription {
  isKnown(): boolean;
  leave(): void;
}

const TICK_MS = 100;
// Each stream has a heartbeat every 15 seconds, and each tick some of the streams.
const SLOTS = 150;
// Well below the connections of a process, so that reads leave some to its requests.
const READS_AT_ONCE = 4;
const OPENED_AT_ONCE = 8;
const LISTENER_BEATS_EVERY_MS = 1_000;
const HEARD_WITHIN_MS = 5_000;

/** Passes the database's notifications to the subjects that they are about, and keeps time for all streams. */
export class Hub {
  readonly #subjects = new Map<string, Subject>();
  readonly #concerned = new Map<Topic, Set<Subject>>();
  readonly #slots: readonly Set<StreamConnection>[] = Array.from({ length: SLOTS }, () => new Set());
  readonly #reads = new Semaphore(READS_AT_ONCE);
  readonly #openings = new Semaphore(OPENED_AT_ONCE);
  readonly #databaseUrl: string;
  readonly #places: StreamLimiter;
  readonly #mostStreams: number;
  #listener: Listener | null = null;
  #timer: NodeJS.Timeout | undefined;
  #ticks = 0;
  #streams = 0;
  #isClosed = false;

  get hasStreams(): boolean {
    return this.#streams > 0;
  }

  constructor(databaseUrl: string, mostStreams: number) {
    this.#databaseUrl = databaseUrl;
    this.#mostStreams = mostStreams;
    this.#places = new StreamLimiter(mostStreams);
  }

  async admit<Result>(lookUp: () => Promise<Result>): Promise<Result | null> {
    return this.#openings.waiting < this.#mostStreams ? this.#openings.take(lookUp) : null;
  }

  /** A place for one more stream of this reader. @returns what gives it back; null when there is none */
  takePlace(role: ReaderRole, reader: string): (() => void) | null {
    return this.#isClosed ? null : this.#places.take(role, reader);
  }

  /** Tells a stream the current state, every change and the time. The first stream opens the connection. */
  join(stream: StreamConnection, { key, topics, read }: StreamSource): StreamSubscription {
    this.#listener ??= listen(
      this.#databaseUrl,
      LIVE_CHANNEL,
      { message: (payload) => this.#hear(payload), connected: () => this.#doubtAll() },
      LISTENER_BEATS_EVERY_MS,
    );
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS);
    let subject = this.#subjects.get(key);
    if (subject === undefined) {
      subject = new Subject(read, (work) => this.#reads.take(work));
      this.#subjects.set(key, subject);
      for (const topic of topics) this.#concern(topic, subject);
    }
    const joined = subject;
    const slot = this.#slots[this.#streams++ % SLOTS];
    slot?.add(stream);
    joined.follow(stream);
    return {
      isKnown: () => joined.isKnown && this.#hears(),
      leave: () => {
        slot?.delete(stream);
        if (!joined.leave(stream) || this.#subjects.get(key) !== joined) return;
        this.#subjects.delete(key);
        for (const topic of topics) this.#release(topic, joined);
        if (this.#subjects.size > 0) return;
        clearInterval(this.#timer);
        this.#timer = undefined;
      },
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const slot of this.#slots) for (const stream of [...slot]) stream.close();
    await this.#listener?.close();
    this.#listener = null;
  }

  #concern(topic: Topic, subject: Subject): void {
    const concerned = this.#concerned.get(topic);
    if (concerned === undefined) this.#concerned.set(topic, new Set([subject]));
    else concerned.add(subject);
  }

  #release(topic: Topic, subject: Subject): void {
    const concerned = this.#concerned.get(topic);
    concerned?.delete(subject);
    if (concerned?.size === 0) this.#concerned.delete(topic);
  }

  #hear(payload: string): void {
    if (this.#concerned.size === 0) return;
    for (const topic of parseTopics(payload)) {
      for (const subject of this.#concerned.get(topic) ?? []) subject.change();
    }
  }

  /** Reads everything again, since changes may have been missed. */
  #doubtAll(): void {
    for (const subject of this.#subjects.values()) subject.change();
  }

  /** Whether the connection is known to bring what is announced. */
  #hears(): boolean {
    return performance.now() - (this.#listener?.heardUntil() ?? Number.NEGATIVE_INFINITY) < HEARD_WITHIN_MS;
  }

  #tick(): void {
    const now = performance.now();
    for (const subject of this.#subjects.values()) subject.tick(now);
    this.#ticks += 1;
    const slot = this.#slots[this.#ticks % SLOTS];
    if (slot === undefined || slot.size === 0) return;
    const heartbeat = heartbeatAt(systemClock.now());
    for (const stream of [...slot]) stream.beat(heartbeat);
  }
}

export function heartbeatAt(now: Date): Uint8Array {
  return Buffer.from(`event: heartbeat\ndata: ${now.toISOString()}\n\n`);
}

/** Lets a number of works run at once; the others wait in the order in which they came. */
class Semaphore {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#most) await new Promise<void>((begin) => this.#waiting.push(begin));
    else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      // Requests that have arrived meanwhile come first.
      else setImmediate(next);
    }
  }
}

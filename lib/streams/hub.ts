import { systemClock } from "@/lib/clock";
import { type Listener, listen } from "@/lib/db/listen";
import { LIVE_CHANNEL, parseTopics, type Topic } from "@/lib/streams/announce";
import type { Snapshot } from "@/lib/streams/snapshot";
import { type ReaderRole, StreamLimiter } from "@/lib/streams/stream-limiter";
import { Subject, type Subscriber } from "@/lib/streams/subject";

/** Streams with the same key have the same state and share one read. */
export interface StreamSource {
  readonly key: string;
  readonly topics: readonly Topic[];
  readonly read: () => Promise<Snapshot | null>;
}

export interface StreamConnection extends Subscriber {
  /** Sends a heartbeat if the stream is known to be up to date. */
  beat(heartbeat: Uint8Array): void;
  close(): void;
}

export interface StreamSubscription {
  isKnown(): boolean;
  leave(): void;
}

const TICK_MS = 100;
// Spreads the heartbeats, one per stream every 15 seconds, over the ticks.
const SLOTS = 150;
// Well below the size of the connection pool, so that requests still get connections.
const READS_AT_ONCE = 4;
const OPENED_AT_ONCE = 8;
const LISTENER_BEATS_EVERY_MS = 1_000;
const HEARD_WITHIN_MS = 5_000;

/** Forwards database notifications to their subjects and sends the heartbeats of all streams. */
export class Hub {
  readonly #subjects = new Map<string, Subject>();
  readonly #concerned = new Map<Topic, Set<Subject>>();
  readonly #slots: readonly Set<StreamConnection>[] = Array.from({ length: SLOTS }, () => new Set());
  readonly #reads = new Semaphore(READS_AT_ONCE);
  readonly #openings = new Semaphore(OPENED_AT_ONCE);
  readonly #databaseUrl: string;
  readonly #places: StreamLimiter;
  readonly #mostStreams: number;
  readonly #tickMs: number;
  #listener: Listener | null = null;
  #timer: NodeJS.Timeout | undefined;
  #ticks = 0;
  #streams = 0;
  #isClosed = false;

  get hasStreams(): boolean {
    return this.#streams > 0;
  }

  get openStreams(): number {
    return this.#slots.reduce((sum, slot) => sum + slot.size, 0);
  }

  constructor(databaseUrl: string, mostStreams: number, tickMs = TICK_MS) {
    this.#databaseUrl = databaseUrl;
    this.#mostStreams = mostStreams;
    this.#tickMs = tickMs;
    this.#places = new StreamLimiter(mostStreams);
  }

  async admit<Result>(lookUp: () => Promise<Result>): Promise<Result | null> {
    return this.#openings.waiting < this.#mostStreams ? this.#openings.take(lookUp) : null;
  }

  /** Acquires a stream slot for this reader. @returns a function that releases it; null without a free slot */
  takePlace(role: ReaderRole, reader: string): (() => void) | null {
    return this.#isClosed ? null : this.#places.take(role, reader);
  }

  /** Subscribes a stream to the state, its changes and heartbeats. The first stream opens the LISTEN connection. */
  join(stream: StreamConnection, { key, topics, read }: StreamSource): StreamSubscription {
    this.#listener ??= listen(
      this.#databaseUrl,
      LIVE_CHANNEL,
      { message: (payload) => this.#hear(payload), connected: () => this.#doubtAll() },
      LISTENER_BEATS_EVERY_MS,
    );
    this.#timer ??= setInterval(() => this.#tick(), this.#tickMs);
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

  /** Whether the LISTEN connection has been confirmed alive within HEARD_WITHIN_MS. */
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

/** Limits concurrent tasks; the others wait in order of arrival. */
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
      // Handles requests that have arrived in the meantime first.
      else setImmediate(next);
    }
  }
}

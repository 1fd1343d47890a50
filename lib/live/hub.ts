import { config } from "@/lib/config";
import { type Listener, listen } from "@/lib/db/listen";
import { LIVE_CHANNEL, type Topic, topicsOf } from "@/lib/live/announce";
import { Places } from "@/lib/live/places";
import type { Snapshot } from "@/lib/live/snapshot";
import { type Follower, Subject } from "@/lib/live/subject";

/** What a stream shows: streams with the same key show the same and share one read. */
export interface Shown {
  readonly key: string;
  readonly topics: readonly Topic[];
  /** Takes a snapshot; null when the thing is gone. */
  readonly read: () => Promise<Snapshot | null>;
}

/** Passes the database's notifications to the followers of each subject in this process. */
export class Hub {
  readonly #followers = new Map<Topic, Set<() => void>>();
  readonly #streams = new Set<() => void>();
  readonly #subjects = new Map<string, Subject>();
  readonly #databaseUrl: string;
  readonly #places: Places;
  #listener: Listener | null = null;
  #isClosed = false;

  /** @param mostStreams that may be open at once */
  constructor(databaseUrl: string, mostStreams: number) {
    this.#databaseUrl = databaseUrl;
    this.#places = new Places(mostStreams);
  }

  /** A place for one more stream of this reader. @returns what gives it back; null when there is none */
  takePlace(reader: string): (() => void) | null {
    return this.#isClosed ? null : this.#places.take(reader);
  }

  /** Sends a follower the current state and every change. @returns what ends it */
  show({ key, topics, read }: Shown, follower: Follower): () => void {
    const subject = this.#subjects.get(key) ?? new Subject((...what) => this.follow(...what), topics, read);
    this.#subjects.set(key, subject);
    subject.follow(follower);
    return () => {
      if (subject.leave(follower)) this.#subjects.delete(key);
    };
  }

  /**
   * Calls back after every change of the topic, and after a lost database connection returns, since changes may have
   * been missed. The first follower opens the connection.
   *
   * @returns what ends it
   */
  follow(topic: Topic, onChange: () => void): () => void {
    const followers = this.#followers.get(topic) ?? new Set();
    this.#followers.set(topic, followers);
    // One function may follow twice; each time ends separately.
    const follower = () => onChange();
    followers.add(follower);
    this.#listener ??= listen(this.#databaseUrl, LIVE_CHANNEL, {
      message: (payload) => this.#hear(payload),
      connected: () => this.#tellAll(),
    });
    return () => {
      followers.delete(follower);
      if (followers.size === 0 && this.#followers.get(topic) === followers) this.#followers.delete(topic);
    };
  }

  /** Registers how to end a stream when this process stops. @returns what unregisters it */
  onClose(end: () => void): () => void {
    this.#streams.add(end);
    return () => this.#streams.delete(end);
  }

  /** Ends every stream and the connection; no new stream can begin. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const end of [...this.#streams]) end();
    this.#followers.clear();
    await this.#listener?.close();
    this.#listener = null;
  }

  #hear(payload: string): void {
    for (const topic of topicsOf(payload)) this.#tell(topic);
  }

  #tell(topic: Topic): void {
    for (const follower of this.#followers.get(topic) ?? []) follower();
  }

  #tellAll(): void {
    for (const topic of [...this.#followers.keys()]) this.#tell(topic);
  }
}

// Next bundles the pages apart from the API lane; one connection serves both.
const shared = globalThis as unknown as { droplineHub?: Hub };

/** The hub of this process. */
export function hub(): Hub {
  shared.droplineHub ??= new Hub(config().databaseUrl, config().mostStreams);
  return shared.droplineHub;
}

import { config } from "@/lib/config";
import { type Listener, listen } from "@/lib/db/listen";
import { LIVE_CHANNEL, type Topic, topicsOf } from "@/lib/live/announce";

/** Hands the database's notifications on to whoever in this process follows their subject. */
export class Hub {
  readonly #followers = new Map<Topic, Set<() => void>>();
  readonly #streams = new Set<() => void>();
  readonly #databaseUrl: string;
  #listener: Listener | null = null;

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl;
  }

  /**
   * Calls back after every change of the topic, and after a lost connection to the database is there again,
   * since changes may have been missed. The first follower opens the connection.
   *
   * @returns what ends it
   */
  follow(topic: Topic, onChange: () => void): () => void {
    const followers = this.#followers.get(topic) ?? new Set();
    this.#followers.set(topic, followers);
    // One function may follow twice; each has its own end.
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

  /** Registers what ends a stream when this process stops. @returns what calls it off */
  onClose(end: () => void): () => void {
    this.#streams.add(end);
    return () => this.#streams.delete(end);
  }

  /** Ends every stream and the connection. */
  async close(): Promise<void> {
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

// Next bundles the pages apart from the API lane; one connection is enough for both.
const shared = globalThis as unknown as { droplineHub?: Hub };

/** The hub of this process. */
export function hub(): Hub {
  shared.droplineHub ??= new Hub(config().databaseUrl);
  return shared.droplineHub;
}

import type { Topic } from "@/lib/live/announce";
import type { Snapshot } from "@/lib/live/snapshot";

/** Calls back after every change of a topic. @returns what ends it */
type Follow = (topic: Topic, onChange: () => void) => () => void;

/** Receives each snapshot; null when the subject is gone. */
export type Follower = (snapshot: Snapshot | null) => void;

const HEARTBEAT_MS = 15_000;
// Positions may come many times a second; nobody sees more than this.
const AT_MOST_EVERY_MS = 700;

/**
 * What one or more streams show. Read once for all of them: when the first joins, after every change of its topics, and
 * at each heartbeat, since time passes as well.
 */
export class Subject {
  readonly #followers = new Set<Follower>();
  readonly #read: () => Promise<Snapshot | null>;
  readonly #end: () => void;
  #latest: { readonly at: number; readonly snapshot: Snapshot | null } | undefined;
  #isReading = false;
  #isStale = false;
  #pause: NodeJS.Timeout | undefined;

  constructor(follow: Follow, topics: readonly Topic[], read: () => Promise<Snapshot | null>) {
    this.#read = read;
    const unfollows = topics.map((topic) => follow(topic, () => void this.#look()));
    const heartbeat = setInterval(() => void this.#look(), HEARTBEAT_MS);
    this.#end = () => {
      clearInterval(heartbeat);
      clearTimeout(this.#pause);
      for (const unfollow of unfollows) unfollow();
    };
  }

  follow(follower: Follower): void {
    this.#followers.add(follower);
    const isFresh =
      this.#latest !== undefined && performance.now() - this.#latest.at < AT_MOST_EVERY_MS && !this.#isStale;
    // A read in progress is as new as one made for this follower: a change in between is announced.
    if (isFresh && this.#latest !== undefined) follower(this.#latest.snapshot);
    else if (!this.#isReading) void this.#look();
  }

  /** @returns whether nobody follows any more; it has then ended */
  leave(follower: Follower): boolean {
    this.#followers.delete(follower);
    if (this.#followers.size > 0) return false;
    this.#end();
    return true;
  }

  async #look(): Promise<void> {
    if (this.#isReading || this.#pause !== undefined) {
      this.#isStale = true;
      return;
    }
    this.#isReading = true;
    this.#isStale = false;
    // While the database is down the readers keep the last state.
    const snapshot = await this.#read().catch(() => undefined);
    this.#isReading = false;
    if (this.#followers.size === 0) return;
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      if (this.#isStale) void this.#look();
    }, AT_MOST_EVERY_MS);
    if (snapshot === undefined) return;
    this.#latest = { at: performance.now(), snapshot };
    for (const follower of [...this.#followers]) follower(snapshot);
  }
}

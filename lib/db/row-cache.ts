import { LRUCache } from "lru-cache";
import { type Listener, listen } from "@/lib/db/listen";

const CHANNEL = "dropline_rows";
const BEAT_EVERY_MS = 250;
/** Maximum age of a cached row after a change by another process. */
const STALE_FOR_MS = 1_000;

type Invalidate = (key: string | null) => void;

/** Receives notifications of changed rows from one database's triggers (forget_rows) over one connection. */
export class CacheInvalidator {
  readonly #forgets = new Map<string, Set<Invalidate>>();
  readonly #listener: Listener;

  constructor(databaseUrl: string) {
    const on = {
      message: (payload: string) => this.#hear(payload),
      // Changes made while disconnected were missed.
      connected: () => {
        for (const table of this.#forgets.keys()) this.forget(table, null);
      },
    };
    this.#listener = listen(databaseUrl, CHANNEL, on, BEAT_EVERY_MS);
  }

  isFresh(): boolean {
    return performance.now() - this.#listener.heardUntil() < STALE_FOR_MS;
  }

  follow(table: string, forget: Invalidate): void {
    const forgets = this.#forgets.get(table);
    if (forgets === undefined) this.#forgets.set(table, new Set([forget]));
    else forgets.add(forget);
  }

  /** Invalidates a row, or with null a table, in this process without waiting for the notification. */
  forget(table: string, key: string | null): void {
    for (const forget of this.#forgets.get(table) ?? []) forget(key);
  }

  close(): Promise<void> {
    return this.#listener.close();
  }

  #hear(payload: string): void {
    const end = payload.indexOf(" ");
    if (end === -1) this.forget(payload, null);
    else this.forget(payload.slice(0, end), payload.slice(end + 1));
  }
}

interface RowCacheHost {
  rowWatch?: CacheInvalidator | undefined;
}

/** Enables row caching for a database; without it, every read queries the database. */
export function watchRows(db: RowCacheHost, databaseUrl: string): CacheInvalidator {
  db.rowWatch ??= new CacheInvalidator(databaseUrl);
  return db.rowWatch;
}

export async function stopWatchingRows(db: RowCacheHost): Promise<void> {
  const watch = db.rowWatch;
  db.rowWatch = undefined;
  await watch?.close();
}

/** Invalidates a row that this process has changed (null: its table). Call it after the commit. */
export function invalidateRow(db: Readonly<RowCacheHost>, table: string, key: string | null): void {
  db.rowWatch?.forget(table, key);
}

/** Caches non-null values, stale for at most a second: without a recent heartbeat, reads query the database. */
export class RowCache<Value> {
  readonly #table: string;
  readonly #most: number;
  readonly #stores = new WeakMap<CacheInvalidator, Store<Value>>();

  constructor(of: { table: string; most: number }) {
    this.#table = of.table;
    this.#most = of.most;
  }

  get(db: Readonly<RowCacheHost>, key: string, read: () => Promise<Value>): Promise<Value> {
    const watch = db.rowWatch;
    return watch?.isFresh() ? this.#storeOf(watch).get(key, read) : read();
  }

  #storeOf(watch: CacheInvalidator): Store<Value> {
    const known = this.#stores.get(watch);
    if (known !== undefined) return known;
    const store = new Store<Value>(this.#most);
    this.#stores.set(watch, store);
    watch.follow(this.#table, (key) => store.forget(key));
    return store;
  }
}

class Store<Value> {
  readonly #values: LRUCache<string, NonNullable<Value>>;
  /** Running reads that may be shared and cached; a notified change removes them. */
  readonly #reads = new Map<string, Promise<Value>>();

  constructor(most: number) {
    this.#values = new LRUCache({ max: most });
  }

  async get(key: string, read: () => Promise<Value>): Promise<Value> {
    return this.#values.get(key) ?? this.#reads.get(key) ?? this.#read(key, read);
  }

  forget(key: string | null): void {
    for (const known of [this.#values, this.#reads]) {
      if (key === null) known.clear();
      else known.delete(key);
    }
  }

  async #read(key: string, read: () => Promise<Value>): Promise<Value> {
    const reading = read();
    this.#reads.set(key, reading);
    try {
      const value = await reading;
      if (this.#reads.get(key) === reading && value != null) this.#values.set(key, value);
      return value;
    } finally {
      if (this.#reads.get(key) === reading) this.#reads.delete(key);
    }
  }
}

import { type Listener, listen } from "@/lib/db/listen";

const CHANNEL = "dropline_rows";
const BEAT_EVERY_MS = 250;
/** For how long after a change a process may still go by what was before it. */
const STALE_FOR_MS = 1_000;

/** Told the key of a row that has changed, or null when any of its table may have. */
type Forget = (key: string | null) => void;

/**
 * What changes in the rows of one database, as its triggers tell (forget_rows in the migrations): one connection for
 * all that a process remembers.
 */
export class RowWatch {
  readonly #forgets = new Map<string, Set<Forget>>();
  readonly #listener: Listener;

  constructor(databaseUrl: string) {
    const on = {
      message: (payload: string) => this.#hear(payload),
      // Whatever changed while there was no connection has been missed.
      connected: () => {
        for (const table of this.#forgets.keys()) this.forget(table, null);
      },
    };
    this.#listener = listen(databaseUrl, CHANNEL, on, BEAT_EVERY_MS);
  }

  /** Whether every change is known that was committed more than a second ago. */
  isFresh(): boolean {
    return performance.now() - this.#listener.heardUntil() < STALE_FOR_MS;
  }

  /** Has each change of a table told from now on. */
  follow(table: string, forget: Forget): void {
    const forgets = this.#forgets.get(table);
    if (forgets === undefined) this.#forgets.set(table, new Set([forget]));
    else forgets.add(forget);
  }

  /** Has this process forget a row, or with null a table, without waiting to be told. */
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

/** A database or a transaction; only a database can be watched. */
interface Watched {
  rowWatch?: RowWatch | undefined;
}

/** Has rows of a database remembered from now on; of one that is not watched they are read each time. */
export function watchRows(db: Watched, databaseUrl: string): RowWatch {
  db.rowWatch ??= new RowWatch(databaseUrl);
  return db.rowWatch;
}

/** Has rows of a database read each time again. */
export async function stopWatchingRows(db: Watched): Promise<void> {
  const watch = db.rowWatch;
  db.rowWatch = undefined;
  await watch?.close();
}

/**
 * Has this process forget a row that it has just changed, or with null a table. Other processes are told by the database;
 * called after the commit, this makes the change hold here from the next request on.
 */
export function forgetRow(db: Readonly<Watched>, table: string, key: string | null): void {
  db.rowWatch?.forget(table, key);
}

/**
 * Values that are made of rows and kept in memory until a row has changed, by a key for each. No process goes by a value
 * for more than a second after the change: whenever that cannot be told, because the connection of the watch is cut or
 * silent, values are read from the database each time.
 *
 * A null is not kept, so asking for what does not exist takes no memory.
 */
export class Remembered<Value> {
  readonly #table: string;
  readonly #most: number;
  readonly #stores = new WeakMap<RowWatch, Store<Value>>();

  /**
   * @param of.table whose triggers tell of changes under these keys
   * @param of.most values kept; the oldest goes first
   */
  constructor(of: { table: string; most: number }) {
    this.#table = of.table;
    this.#most = of.most;
  }

  /** The value of a key: kept, or read now. Within a transaction it is always read. */
  get(db: Readonly<Watched>, key: string, read: () => Promise<Value>): Promise<Value> {
    const watch = db.rowWatch;
    return watch?.isFresh() ? this.#storeOf(watch).get(key, read) : read();
  }

  #storeOf(watch: RowWatch): Store<Value> {
    const known = this.#stores.get(watch);
    if (known !== undefined) return known;
    const store = new Store<Value>(this.#most);
    this.#stores.set(watch, store);
    watch.follow(this.#table, (key) => store.forget(key));
    return store;
  }
}

class Store<Value> {
  readonly #most: number;
  readonly #values = new Map<string, Value>();
  /** Reads under way that may still be kept and shared: none that began before a change of which it was told. */
  readonly #reads = new Map<string, Promise<Value>>();

  constructor(most: number) {
    this.#most = most;
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
      if (this.#reads.get(key) === reading && value != null) this.#keep(key, value);
      return value;
    } finally {
      if (this.#reads.get(key) === reading) this.#reads.delete(key);
    }
  }

  #keep(key: string, value: Value): void {
    this.#values.set(key, value);
    if (this.#values.size <= this.#most) return;
    for (const oldest of this.#values.keys()) {
      this.#values.delete(oldest);
      return;
    }
  }
}

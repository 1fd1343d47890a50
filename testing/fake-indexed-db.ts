/** Read at load, since tests replace timers. */
const nextTask = setImmediate;

type Key = number | string;

interface Store {
  readonly keyPath: string | null;
  readonly rows: Map<Key, unknown>;
  lastKey: number;
}

interface Range {
  readonly lower: number;
  readonly upper: number;
}

class FakeRequest extends EventTarget {
  result: unknown;
  error: DOMException | null = null;
  transaction: unknown = null;

  settle(type: "success" | "error" | "upgradeneeded"): void {
    this.dispatchEvent(new Event(type));
  }
}

class FakeStore {
  readonly #transaction: FakeTransaction;
  readonly #name: string;

  constructor(transaction: FakeTransaction, name: string) {
    this.#transaction = transaction;
    this.#name = name;
  }

  #ask(work: (store: Store) => unknown): FakeRequest {
    return this.#transaction.ask(() => {
      const store = this.#transaction.stores.get(this.#name);
      if (store === undefined) throw new DOMException("No such store", "NotFoundError");
      return work(store);
    });
  }

  #write(value: unknown, key: Key | undefined): FakeRequest {
    return this.#ask((store) => {
      if (this.#transaction.phone.isFull) throw new DOMException("No space left", "QuotaExceededError");
      const own = store.keyPath === null ? key : (value as Record<string, Key>)[store.keyPath];
      const used = own ?? store.lastKey + 1;
      if (typeof used === "number") store.lastKey = Math.max(store.lastKey, used);
      store.rows.set(used, value);
      return used;
    });
  }

  add(value: unknown, key?: Key): FakeRequest {
    return this.#write(value, key);
  }

  put(value: unknown, key?: Key): FakeRequest {
    return this.#write(value, key);
  }

  get(key: Key): FakeRequest {
    return this.#ask(({ rows }) => rows.get(key));
  }

  getAll(range?: Range): FakeRequest {
    return this.#ask((store) => entriesIn(store, range).map(([, value]) => value));
  }

  getAllKeys(range?: Range): FakeRequest {
    return this.#ask((store) => entriesIn(store, range).map(([key]) => key));
  }

  clear(): FakeRequest {
    return this.#ask(({ rows }) => rows.clear());
  }

  delete(which: Key | Range): FakeRequest {
    return this.#ask((store) => {
      if (this.#transaction.phone.isReadOnly) throw new DOMException("Read error", "UnknownError");
      const keys = typeof which === "object" ? entriesIn(store, which).map(([key]) => key) : [which];
      for (const key of keys) store.rows.delete(key);
    });
  }
}

const entriesIn = ({ rows }: Store, range?: Range): [Key, unknown][] =>
  [...rows]
    .filter(([key]) => range === undefined || (Number(key) > range.lower && Number(key) <= range.upper))
    .sort(([a], [b]) => (a < b ? -1 : 1));

class FakeTransaction extends EventTarget {
  error: DOMException | null = null;
  stores: Map<string, Store> = new Map();
  readonly objectStoreNames: readonly string[];
  readonly phone: FakeIndexedDb;
  readonly #asked: { request: FakeRequest; work: () => unknown }[] = [];

  constructor(phone: FakeIndexedDb, names: string | readonly string[]) {
    super();
    this.phone = phone;
    this.objectStoreNames = typeof names === "string" ? [names] : names;
  }

  objectStore(name: string): FakeStore {
    return new FakeStore(this, name);
  }

  ask(work: () => unknown): FakeRequest {
    const request = new FakeRequest();
    this.#asked.push({ request, work });
    return request;
  }

  /** Runs requests until none has been made for a whole task, then commits. */
  async run(): Promise<void> {
    this.stores = copy(this.phone.stores);
    for (;;) {
      await new Promise((settle) => nextTask(settle));
      const next = this.#asked.shift();
      if (next === undefined) break;
      try {
        next.request.result = next.work();
        next.request.settle("success");
      } catch (error) {
        this.error = error as DOMException;
        next.request.error = this.error;
        next.request.settle("error");
        this.dispatchEvent(new Event("abort"));
        return;
      }
    }
    this.phone.stores = this.stores;
    this.dispatchEvent(new Event("complete"));
  }
}

const copy = (stores: ReadonlyMap<string, Store>): Map<string, Store> =>
  new Map([...stores].map(([name, store]) => [name, { ...store, rows: new Map(store.rows) }]));

class FakeDatabase extends EventTarget {
  readonly #phone: FakeIndexedDb;

  constructor(phone: FakeIndexedDb) {
    super();
    this.#phone = phone;
  }

  createObjectStore(name: string, { keyPath = null }: { keyPath?: string | null } = {}): void {
    this.#phone.stores.set(name, { keyPath, rows: new Map(), lastKey: 0 });
  }

  transaction(names: string | readonly string[]): FakeTransaction {
    const transaction = new FakeTransaction(this.#phone, names);
    this.#phone.transactions += 1;
    this.#phone.queue = this.#phone.queue.then(() => transaction.run());
    return transaction;
  }
}

/** A phone's IndexedDB with one database, whose transactions run one after another. */
export class FakeIndexedDb {
  stores: Map<string, Store> = new Map();
  queue: Promise<void> = Promise.resolve();
  /** Number of transactions so far. */
  transactions = 0;
  /** Rejects every `put` and `add`. */
  isFull = false;
  /** Rejects every `delete`. */
  isReadOnly = false;

  open(): FakeRequest {
    const request = new FakeRequest();
    request.result = new FakeDatabase(this);
    nextTask(() => {
      if (this.stores.size === 0) request.settle("upgradeneeded");
      request.settle("success");
    });
    return request;
  }

  /** Deletes all rows. */
  empty(): void {
    for (const { rows } of this.stores.values()) rows.clear();
  }

  /** Waits until no transaction is left, nor one that follows from the last. */
  async settle(): Promise<void> {
    for (let seen = -1; seen !== this.transactions; ) {
      seen = this.transactions;
      await this.queue;
      await new Promise((settle) => nextTask(settle));
    }
  }
}

class Unused {}

/** The globals of IndexedDB, for `vi.stubGlobal`. */
export const indexedDbGlobals = (phone: FakeIndexedDb) => ({
  indexedDB: phone,
  IDBRequest: FakeRequest,
  IDBTransaction: FakeTransaction,
  IDBObjectStore: FakeStore,
  IDBDatabase: FakeDatabase,
  IDBIndex: Unused,
  IDBCursor: class {
    advance() {}
    continue() {}
    continuePrimaryKey() {}
  },
  IDBKeyRange: {
    lowerBound: (lower: number): Range => ({ lower, upper: Infinity }),
    upperBound: (upper: number): Range => ({ lower: -Infinity, upper }),
  },
});

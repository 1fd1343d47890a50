import { LRUCache } from "lru-cache";

/** Shares one computation between concurrent callers. Failures are not kept. */
export class LruCache<Value> {
  readonly #values: LRUCache<string, Promise<Value>>;

  constructor(most: number) {
    this.#values = new LRUCache({ max: most });
  }

  get size(): number {
    return this.#values.size;
  }

  find(key: string, make: () => Promise<Value>): Promise<Value> {
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const value = make();
    this.#values.set(key, value);
    value.catch(() => {
      if (this.#values.peek(key) === value) this.#values.delete(key);
    });
    return value;
  }
}

export class LruCache<Value> {
  readonly #values = new Map<string, Promise<Value>>();

  constructor(private readonly most: number) {}

  get size(): number {
    return this.#values.size;
  }

  /** Shares one computation between concurrent callers. Failures are not kept. */
  find(key: string, make: () => Promise<Value>): Promise<Value> {
    const value = this.#values.get(key) ?? make();
    this.#values.delete(key);
    this.#values.set(key, value);
    value.catch(() => {
      if (this.#values.get(key) === value) this.#values.delete(key);
    });
    const [oldest] = this.#values.keys();
    if (this.#values.size > this.most && oldest !== undefined) this.#values.delete(oldest);
    return value;
  }
}

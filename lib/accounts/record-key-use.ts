import type { KeyUse } from "@/lib/accounts/key";
import { writeLastUsed } from "@/lib/accounts/store";
import type { Queryable } from "@/lib/db/client";

/** Writes the latest uses of keys in batches, so that no request waits. */
export class KeyUseRecorder {
  #pending = new Map<string, KeyUse>();
  readonly #db: Queryable;

  constructor(db: Queryable) {
    this.#db = db;
  }

  record(keyId: string, use: KeyUse): void {
    this.#pending.set(keyId, use);
  }

  /** Failed writes are retried by the next flush. */
  async flush(): Promise<void> {
    if (this.#pending.size === 0) return;
    const batch = this.#pending;
    this.#pending = new Map();
    try {
      await writeLastUsed(this.#db, batch);
    } catch (error) {
      for (const [keyId, use] of batch) if (!this.#pending.has(keyId)) this.#pending.set(keyId, use);
      throw error;
    }
  }
}

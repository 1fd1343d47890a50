import { writeLastUsed } from "@/lib/accounts/store";
import type { Queryable } from "@/lib/db/client";

/** Remembers when keys were used and writes the times in batches, so that no request waits for it. */
export class KeyUseRecorder {
  #pending = new Map<string, Date>();
  readonly #db: Queryable;

  constructor(db: Queryable) {
    this.#db = db;
  }

  record(keyId: string, at: Date): void {
    this.#pending.set(keyId, at);
  }

  /** Writes what has gathered; what could not be written waits for the next flush. */
  async flush(): Promise<void> {
    if (this.#pending.size === 0) return;
    const batch = this.#pending;
    this.#pending = new Map();
    try {
      await writeLastUsed(this.#db, batch);
    } catch (error) {
      for (const [keyId, at] of batch) if (!this.#pending.has(keyId)) this.#pending.set(keyId, at);
      throw error;
    }
  }
}

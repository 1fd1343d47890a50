import type { KeyUse } from "@/lib/accounts/key";
import { writeLastUsed } from "@/lib/accounts/store";
import type { Queryable } from "@/lib/db/client";

/** Remembers how keys were last used and writes it in batches, so that no request waits for it. */
export class KeyUseRecorder {
  #pending = new Map<string, KeyUse>();
  readonly #db: Queryable;

  constructor(db: Queryable) {
    this.#db = db;
  }

  record(keyId: string, use: KeyUse): void {
    this.#pending.set(keyId, use);
  }

  /** Writes what has gathered; what could not be written waits for the next flush. */
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

import type { KeyUse } from "@/lib/accounts/key";
import type { Queryable } from "@/lib/db/client";
import { execute } from "@/lib/db/sql";

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
      await writeUses(this.#db, batch);
    } catch (error) {
      for (const [keyId, use] of batch) if (!this.#pending.has(keyId)) this.#pending.set(keyId, use);
      throw error;
    }
  }
}

/** Never replaces a use with an earlier one. */
async function writeUses(db: Queryable, uses: ReadonlyMap<string, KeyUse>): Promise<void> {
  const latest = [...uses.values()];
  await execute(db)`
    UPDATE api_keys k SET last_used_at = used.at, last_network = used.network, last_route = used.route
    FROM unnest(${[...uses.keys()]}::uuid[], ${latest.map(({ at }) => at.toISOString())}::timestamptz[],
                ${latest.map(({ network }) => network)}::text[], ${latest.map(({ route }) => route)}::text[])
         AS used(id, at, network, route)
    WHERE k.id = used.id AND (k.last_used_at IS NULL OR k.last_used_at < used.at)`;
}

import { createHash } from "node:crypto";
import type { Pool } from "pg";

export interface Key {
  id: string;
  accountId: string;
  mode: "live" | "test";
  email: string | null;
  limit: number | null;
  /** State of the event log, which ping reports. */
  epoch: number;
  dataUntil: Date | null;
}

const FORM = /^Bearer +(dl_(?:live|test)_[0-9A-Za-z]{38})$/i;

export async function findKey(pool: Pool, header: string | undefined): Promise<Key | null> {
  const secret = FORM.exec(header ?? "")?.[1];
  if (secret === undefined) return null;
  const { rows } = await pool.query({
    name: "key",
    text: `SELECT k.id, k.account_id AS "accountId", k.mode, a.email, a.rate_limit_per_minute AS "limit",
                  j.epoch, j.data_until AS "dataUntil",
                  k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
                    AND a.disabled_at IS NULL AND a.is_customer AS "isUsable"
           FROM api_keys k JOIN accounts a ON a.id = k.account_id CROSS JOIN journal j WHERE k.key_hash = $1`,
    values: [createHash("sha256").update(secret).digest()],
  });
  const [row] = rows;
  return row?.isUsable ? row : null;
}

const SECONDS = 60;

export class RateLimit {
  readonly #windows = new Map<string, { counts: Uint32Array; total: number; second: number }>();

  /** Counts a call and returns the number of calls left, or -1 if the limit is exceeded. */
  take(keyId: string, limit: number): number {
    const now = Math.floor(performance.now() / 1000);
    let window = this.#windows.get(keyId);
    if (window === undefined) {
      window = { counts: new Uint32Array(SECONDS + 1), total: 0, second: now };
      this.#windows.set(keyId, window);
    }
    const { counts } = window;
    for (let passed = Math.min(now - window.second, counts.length); passed > 0; passed -= 1) {
      const place = (now - passed + 1) % counts.length;
      window.total -= counts[place] ?? 0;
      counts[place] = 0;
    }
    window.second = now;
    if (window.total >= limit) return -1;
    window.total += 1;
    const place = now % counts.length;
    counts[place] = (counts[place] ?? 0) + 1;
    return limit - window.total;
  }
}

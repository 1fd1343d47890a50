import type { AccountScope } from "@/lib/account-scope";
import { countByKey } from "@/lib/api/request-log/store";
import type { Queryable } from "@/lib/db/client";
import { DAY_MS } from "@/lib/duration";

export const COUNTED_DAYS = 7;

/** Calls in each of the last seven 24-hour periods, oldest first. Unused keys are missing. */
export async function countKeyCalls(
  db: Queryable,
  scope: AccountScope,
  now: Date,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const borders = Array.from(
    { length: COUNTED_DAYS },
    (_, day) => new Date(now.getTime() - (COUNTED_DAYS - day) * DAY_MS),
  );
  const byKey = new Map<string, number[]>();
  for (const { keyId, part, calls } of await countByKey(db, scope, borders)) {
    const days = byKey.get(keyId) ?? Array<number>(COUNTED_DAYS).fill(0);
    days[part - 1] = calls;
    byKey.set(keyId, days);
  }
  return byKey;
}

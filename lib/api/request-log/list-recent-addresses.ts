import type { AccountScope } from "@/lib/account-scope";
import { selectAddresses } from "@/lib/api/request-log/store";
import type { Queryable } from "@/lib/db/client";
import { DAY_MS } from "@/lib/duration";

/** IP addresses of the last day's accepted calls with a key, or with any key of the account if it is null. */
export async function listRecentAddresses(
  db: Queryable,
  scopes: readonly AccountScope[],
  { keyId, now }: { keyId: string | null; now: Date },
): Promise<string[]> {
  const since = new Date(now.getTime() - DAY_MS);
  const found = await Promise.all(scopes.map((scope) => selectAddresses(db, scope, { keyId, since })));
  return [...new Set(found.flat().map(({ address }) => address))].sort();
}

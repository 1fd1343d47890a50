import { type Person, selectOwners } from "@/lib/accounts/people-store";
import type { Queryable } from "@/lib/db/client";

/** The account's owners who are not disabled, the first first; for what the service tells them by itself. */
export function listOwners(db: Queryable, accountId: string): Promise<Person[]> {
  return selectOwners(db, accountId);
}

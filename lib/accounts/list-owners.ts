import { type Person, selectOwners } from "@/lib/accounts/people-store";
import type { Queryable } from "@/lib/db/client";

/** The account's owners who can sign in, oldest first; for mail from the service. */
export function listOwners(db: Queryable, accountId: string): Promise<Person[]> {
  return selectOwners(db, accountId);
}

import { type Person, selectOwners } from "@/lib/accounts/people-store";
import type { Queryable } from "@/lib/db/client";

/** Owners who can sign in, oldest first. */
export function listOwners(db: Queryable, accountId: string): Promise<Person[]> {
  return selectOwners(db, accountId);
}

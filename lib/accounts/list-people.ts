import {
  type Invitation,
  type Person,
  selectInvitations,
  selectOwners,
  selectPeople,
} from "@/lib/accounts/people-store";
import type { Queryable } from "@/lib/db/client";

export async function listPeople(
  db: Queryable,
  { accountId }: { readonly accountId: string },
): Promise<{ people: Person[]; invitations: Invitation[] }> {
  const [people, invitations] = await Promise.all([
    selectPeople(db, accountId),
    selectInvitations(db, accountId),
  ]);
  return { people, invitations };
}

/** Owners who can sign in, oldest first. */
export function listOwners(db: Queryable, accountId: string): Promise<Person[]> {
  return selectOwners(db, accountId);
}

import { type Person, selectPeople } from "@/lib/accounts/people-store";
import type { Database, Queryable } from "@/lib/db/client";
import type { PersonToken, User } from "@/lib/db/generated/client";
import type { Role } from "@/lib/db/generated/enums";

export type Invitation = Pick<PersonToken, "id" | "email" | "roles" | "createdAt" | "expiresAt">;

/** The people of an account, or the operators if `accountId` is null. */
export async function listPeople(
  db: Queryable,
  { accountId }: { readonly accountId: string | null },
): Promise<{ people: Person[]; invitations: Invitation[] }> {
  const people = await selectPeople(db, accountId);
  const invitations = await db.models.personToken.findMany({
    where: { accountId, kind: "invitation" },
    select: { id: true, email: true, roles: true, createdAt: true, expiresAt: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return { people, invitations };
}

/** The people of an account with at least one of these roles, who are not disabled. */
export function listPeopleByRole(
  db: Queryable,
  accountId: string,
  roles: readonly Role[],
): Promise<Pick<User, "id" | "email" | "locale">[]> {
  return db.models.user.findMany({
    where: { accountId, roles: { hasSome: [...roles] }, disabledAt: null },
    select: { id: true, email: true, locale: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
}

/** The owners of all accounts that are not disabled. */
export function listAllOwners(db: Queryable): Promise<Pick<User, "id">[]> {
  return db.models.user.findMany({
    where: { roles: { has: "owner" }, disabledAt: null, account: { disabledAt: null } },
    select: { id: true },
  });
}

export function listUsers(db: Queryable, accountId: string | null): Promise<User[]> {
  return db.models.user.findMany({ where: { accountId }, orderBy: [{ createdAt: "asc" }, { id: "asc" }] });
}

export function findPerson(db: Database, userId: string): Promise<User | null> {
  return db.models.user.findFirst({ where: { id: userId } });
}

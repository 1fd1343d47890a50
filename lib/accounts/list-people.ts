import { type Person, selectPeople } from "@/lib/accounts/people-store";
import type { Database, Queryable } from "@/lib/db/client";
import type { PersonToken, User } from "@/lib/db/generated/client";

export type Invitation = Pick<PersonToken, "id" | "email" | "role" | "createdAt" | "expiresAt">;

export async function listPeople(
  db: Queryable,
  { accountId }: { readonly accountId: string },
): Promise<{ people: Person[]; invitations: Invitation[] }> {
  const people = await selectPeople(db, accountId);
  const invitations = await db.models.personToken.findMany({
    where: { accountId, kind: "invitation" },
    select: { id: true, email: true, role: true, createdAt: true, expiresAt: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return { people, invitations };
}

export function listOwners(
  db: Queryable,
  accountId: string,
): Promise<Pick<User, "id" | "email" | "locale">[]> {
  return db.models.user.findMany({
    where: { accountId, role: "owner", disabledAt: null },
    select: { id: true, email: true, locale: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
}

/** The owners of all accounts that are not disabled. */
export function listAllOwners(db: Queryable): Promise<Pick<User, "id">[]> {
  return db.models.user.findMany({
    where: { role: "owner", disabledAt: null, account: { disabledAt: null } },
    select: { id: true },
  });
}

export function listUsers(db: Database, accountId: string | null): Promise<User[]> {
  return db.models.user.findMany({ where: { accountId }, orderBy: [{ createdAt: "asc" }, { id: "asc" }] });
}

export function findPerson(db: Database, userId: string): Promise<User | null> {
  return db.models.user.findFirst({ where: { id: userId } });
}

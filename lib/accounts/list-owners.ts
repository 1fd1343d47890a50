import { PERSON, type Person } from "@/lib/accounts/people-store";
import type { Queryable } from "@/lib/db/client";

/** The account's owners who can sign in, the first first; for what the service tells them by itself. */
export function listOwners(db: Queryable, accountId: string): Promise<Person[]> {
  return db.user.findMany({
    where: { accountId, role: "owner", disabledAt: null },
    select: PERSON,
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
}

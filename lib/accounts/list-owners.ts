import { PERSON, type Person } from "@/lib/accounts/people-store";
import type { Queryable } from "@/lib/db/client";

/** The account's owners who can sign in, oldest first; for mail from the service. */
export function listOwners(db: Queryable, accountId: string): Promise<Person[]> {
  return db.user.findMany({
    where: { accountId, role: "owner", disabledAt: null },
    select: PERSON,
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
}

import type { Queryable } from "@/lib/db/client";
import type { User } from "@/lib/db/generated/client";

/** All people of an account, or the operators when it is null; for the command line. */
export function listUsers(db: Queryable, accountId: string | null): Promise<User[]> {
  return db.user.findMany({ where: { accountId }, orderBy: [{ createdAt: "asc" }, { id: "asc" }] });
}

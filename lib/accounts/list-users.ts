import type { Database } from "@/lib/db/client";
import type { User } from "@/lib/db/generated/client";

/** All people of an account, or the operators when it is null; for the command line. */
export function listUsers(db: Database, accountId: string | null): Promise<User[]> {
  return db.models.user.findMany({ where: { accountId }, orderBy: [{ createdAt: "asc" }, { id: "asc" }] });
}

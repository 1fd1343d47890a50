import type { Database } from "@/lib/db/client";
import type { User } from "@/lib/db/generated/client";

/** Null lists the operators. */
export function listUsers(db: Database, accountId: string | null): Promise<User[]> {
  return db.models.user.findMany({ where: { accountId }, orderBy: [{ createdAt: "asc" }, { id: "asc" }] });
}

import type { Queryable } from "@/lib/db/client";
import type { User } from "@/lib/db/generated/client";

/** Somebody who signs in; null for nobody. */
export function findPerson(db: Queryable, userId: string): Promise<User | null> {
  return db.user.findUnique({ where: { id: userId } });
}

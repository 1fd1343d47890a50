import type { Queryable } from "@/lib/db/client";
import type { User } from "@/lib/db/generated/client";

/** A person who signs in; null when there is none. */
export function findPerson(db: Queryable, userId: string): Promise<User | null> {
  return db.user.findUnique({ where: { id: userId } });
}

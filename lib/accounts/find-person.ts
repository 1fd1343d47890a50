import type { Database } from "@/lib/db/client";
import type { User } from "@/lib/db/generated/client";

export function findPerson(db: Database, userId: string): Promise<User | null> {
  return db.models.user.findFirst({ where: { id: userId } });
}

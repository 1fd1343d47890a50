import type { Queryable } from "@/lib/db/client";

export function listPasskeys(db: Queryable, userId: string) {
  return db.models.passkey.findMany({
    where: { userId },
    select: { id: true, name: true, createdAt: true, lastUsedAt: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
}

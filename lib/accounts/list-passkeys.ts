import type { Queryable } from "@/lib/db/client";
import type { Passkey } from "@/lib/db/generated/client";

export type ListedPasskey = Pick<Passkey, "id" | "name" | "createdAt" | "lastUsedAt">;

export function listPasskeys(db: Queryable, userId: string): Promise<ListedPasskey[]> {
  return db.models.passkey.findMany({
    where: { userId },
    select: { id: true, name: true, createdAt: true, lastUsedAt: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
}

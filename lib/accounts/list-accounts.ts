import type { Database } from "@/lib/db/client";
import type { Account } from "@/lib/db/generated/client";

export const MAX_ACCOUNTS = 100;

export function listAccounts(db: Database, search: string): Promise<Account[]> {
  const contains = { contains: search.trim(), mode: "insensitive" } as const;
  return db.models.account.findMany({
    where: { OR: [{ name: contains }, { email: contains }] },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    take: MAX_ACCOUNTS,
  });
}

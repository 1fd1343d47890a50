import { WAITS_FOR_OPERATORS } from "@/lib/accounts/list-waiting-accounts";
import type { Database } from "@/lib/db/client";
import type { Account } from "@/lib/db/generated/client";

export const MAX_ACCOUNTS = 100;

export function listAccounts(
  db: Database,
  search: string,
  { isWaitingOnly = false }: { isWaitingOnly?: boolean } = {},
): Promise<Account[]> {
  const contains = { contains: search.trim(), mode: "insensitive" } as const;
  return db.models.account.findMany({
    where: { ...(isWaitingOnly ? WAITS_FOR_OPERATORS : {}), OR: [{ name: contains }, { email: contains }] },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    take: MAX_ACCOUNTS,
  });
}

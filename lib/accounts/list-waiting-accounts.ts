import type { Database, Queryable } from "@/lib/db/client";
import type { Account } from "@/lib/db/generated/client";

export interface WaitingAccounts {
  readonly count: number;
  /** Null if none waits. */
  readonly oldest: (Pick<Account, "id" | "name" | "email"> & { readonly since: string }) | null;
}

export const NO_WAITING_ACCOUNTS: WaitingAccounts = { count: 0, oldest: null };

/** An account waits for the operators once its owner has verified the email. */
export const WAITS_FOR_OPERATORS = {
  approval: "waiting",
  isCustomer: false,
  disabledAt: null,
  users: { some: {} },
} as const;

export async function listWaitingAccounts(db: Database): Promise<WaitingAccounts> {
  const count = await countWaitingAccounts(db);
  if (count === 0) return NO_WAITING_ACCOUNTS;
  const oldest = await db.models.account.findFirst({
    where: WAITS_FOR_OPERATORS,
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { id: true, name: true, email: true, createdAt: true },
  });
  if (oldest === null) return NO_WAITING_ACCOUNTS;
  const { createdAt, ...account } = oldest;
  return { count, oldest: { ...account, since: createdAt.toISOString() } };
}

export function countWaitingAccounts(db: Queryable): Promise<number> {
  return db.models.account.count({ where: WAITS_FOR_OPERATORS });
}

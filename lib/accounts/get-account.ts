import { findAccount } from "@/lib/accounts/store";
import type { Queryable } from "@/lib/db/client";
import type { Account } from "@/lib/db/generated/client";
import { DomainError } from "@/lib/domain-error";

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** @throws DomainError ACCOUNT_NOT_FOUND */
export async function getAccount(db: Queryable, accountId: string): Promise<Account> {
  const account = ID.test(accountId) ? await findAccount(db, accountId) : null;
  if (account === null) throw new DomainError("ACCOUNT_NOT_FOUND");
  return account;
}

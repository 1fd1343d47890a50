import { type AccountChange, updateAccount as write } from "@/lib/accounts/store";
import type { Queryable } from "@/lib/db/client";
import type { Account } from "@/lib/db/generated/client";
import { DomainError } from "@/lib/domain-error";

/**
 * Disables or enables an account, changes whether its owner is a customer, or its rate limit
 * (requests a minute for each key; null means none). Every process honours it from its next request.
 *
 * @throws DomainError ACCOUNT_NOT_FOUND
 */
export async function updateAccount(
  db: Queryable,
  accountId: string,
  change: AccountChange,
): Promise<Account> {
  const account = await write(db, accountId, change);
  if (account === null) throw new DomainError("ACCOUNT_NOT_FOUND");
  return account;
}

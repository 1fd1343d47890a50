import { findAccount, selectKeys } from "@/lib/accounts/store";
import type { Queryable } from "@/lib/db/client";
import type { ApiKey } from "@/lib/db/generated/client";
import { DomainError } from "@/lib/domain-error";

/** Newest first, including revoked ones. @throws DomainError ACCOUNT_NOT_FOUND */
export async function listKeys(db: Queryable, accountId: string): Promise<ApiKey[]> {
  if ((await findAccount(db, accountId)) === null) throw new DomainError("ACCOUNT_NOT_FOUND");
  return selectKeys(db, accountId);
}

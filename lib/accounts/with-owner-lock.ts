import type { AccountMember } from "@/lib/accounts/check-session";
import { lockAccount } from "@/lib/accounts/lock-account";
import { findPerson } from "@/lib/accounts/people-store";
import type { Database, Transaction } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";

/** Checks under a lock that the actor is still an owner, so one remains. @throws DomainError OWNERS_ONLY */
export function withOwnerLock<Result>(
  db: Database,
  staff: AccountMember,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await lockAccount(tx, staff.accountId);
    const actor = await findPerson(tx, staff.accountId, staff.userId);
    if (actor === null || actor.role !== "owner" || actor.disabledAt !== null) {
      throw new DomainError("OWNERS_ONLY");
    }
    return work(tx);
  });
}

import type { SessionUser } from "@/lib/accounts/check-session";
import { findPerson } from "@/lib/accounts/people-store";
import { hasPermission, type RoleHolder } from "@/lib/accounts/permissions";
import type { Database, Transaction } from "@/lib/db/client";
import { execute } from "@/lib/db/sql";
import { DomainError } from "@/lib/domain-error";

/**
 * Serializes changes to the people of an account, or to the operators. Under the lock, reads again whether the user may
 * make them, so that an owner remains. `work` gets the user's present roles.
 *
 * @throws DomainError PERMISSION_DENIED
 */
export function withPeopleLock<Result>(
  db: Database,
  { accountId, userId }: Pick<SessionUser, "accountId" | "userId">,
  work: (tx: Transaction, actor: RoleHolder) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await execute(tx)`
      SELECT FROM users WHERE account_id IS NOT DISTINCT FROM ${accountId}::uuid ORDER BY id FOR NO KEY UPDATE`;
    const actor = await findPerson(tx, accountId, userId);
    const permission = accountId === null ? "service.manage_operators" : "account.manage_people";
    if (actor === null || actor.disabledAt !== null) throw new DomainError("PERMISSION_DENIED");
    const holder = { accountId, roles: actor.roles };
    if (!hasPermission(holder, permission)) throw new DomainError("PERMISSION_DENIED");
    return work(tx, holder);
  });
}

import type { SessionUser } from "@/lib/accounts/check-session";
import { deleteTokensForPerson, findPerson } from "@/lib/accounts/people-store";
import { canGrant } from "@/lib/accounts/permissions";
import { withPeopleLock } from "@/lib/accounts/with-people-lock";
import type { Context } from "@/lib/context";
import type { Role } from "@/lib/db/generated/enums";
import { DomainError } from "@/lib/domain-error";

/**
 * Replaces the roles of a colleague, or of the user. Deletes the unused invitations of a person who loses a permission.
 *
 * @throws DomainError PERSON_NOT_FOUND, PERMISSION_DENIED if the user's own roles do not permit all that the person's
 * former and new roles do, LAST_OWNER
 */
export function changeRoles(
  context: Context,
  user: SessionUser,
  { personId, roles }: { personId: string; roles: readonly Role[] },
): Promise<void> {
  return withPeopleLock(context.db, user, async (tx, actor) => {
    const { accountId } = user;
    const person = await findPerson(tx, accountId, personId);
    if (person === null) throw new DomainError("PERSON_NOT_FOUND");
    if (!canGrant(actor, person.roles) || !canGrant(actor, roles)) throw new DomainError("PERMISSION_DENIED");
    const others = { accountId, roles: { has: "owner" }, disabledAt: null, id: { not: personId } } as const;
    if (!roles.includes("owner") && (await tx.models.user.count({ where: others })) === 0) {
      throw new DomainError("LAST_OWNER");
    }
    await tx.models.user.updateMany({ where: { id: personId, accountId }, data: { roles: [...roles] } });
    if (!canGrant({ accountId, roles }, person.roles)) await deleteTokensForPerson(tx, personId);
  });
}

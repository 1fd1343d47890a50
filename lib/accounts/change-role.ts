import type { AccountMember } from "@/lib/accounts/check-session";
import { deleteTokensForPerson, findPerson, type Role } from "@/lib/accounts/people-store";
import { withOwnerLock } from "@/lib/accounts/with-owner-lock";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";

/** Also deletes the invitations of a former owner. @throws DomainError OWNERS_ONLY, PERSON_NOT_FOUND, LAST_OWNER */
export function changeRole(
  context: Context,
  staff: AccountMember,
  { personId, role }: { personId: string; role: Role },
): Promise<void> {
  return withOwnerLock(context.db, staff, async (tx) => {
    const { accountId } = staff;
    const person = await findPerson(tx, accountId, personId);
    if (person === null) throw new DomainError("PERSON_NOT_FOUND");
    if (person.role === role) return;
    const others = { accountId, role: "owner", disabledAt: null, id: { not: personId } } as const;
    if (role !== "owner" && (await tx.models.user.count({ where: others })) === 0) {
      throw new DomainError("LAST_OWNER");
    }
    await tx.models.user.updateMany({ where: { id: personId, accountId }, data: { role } });
    if (role !== "owner") await deleteTokensForPerson(tx, personId);
  });
}

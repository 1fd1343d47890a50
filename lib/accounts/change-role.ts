import { actAsOwner } from "@/lib/accounts/act-as-owner";
import type { Staff } from "@/lib/accounts/check-session";
import {
  countOtherOwners,
  deleteTokensOf,
  findPerson,
  type Role,
  writeRole,
} from "@/lib/accounts/people-store";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";

/** Also deletes the invitations of a former owner. @throws DomainError OWNERS_ONLY, PERSON_NOT_FOUND, LAST_OWNER */
export function changeRole(
  context: Context,
  staff: Staff,
  { personId, role }: { personId: string; role: Role },
): Promise<void> {
  return actAsOwner(context.db, staff, async (tx) => {
    const person = await findPerson(tx, staff.accountId, personId);
    if (person === null) throw new DomainError("PERSON_NOT_FOUND");
    if (person.role === role) return;
    if (role !== "owner" && (await countOtherOwners(tx, staff.accountId, personId)) === 0) {
      throw new DomainError("LAST_OWNER");
    }
    await writeRole(tx, staff.accountId, personId, role);
    if (role !== "owner") await deleteTokensOf(tx, personId);
  });
}

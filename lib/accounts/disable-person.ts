import type { AccountMember } from "@/lib/accounts/check-session";
import { findPerson, writeDisabled } from "@/lib/accounts/people-store";
import { withOwnerLock } from "@/lib/accounts/with-owner-lock";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";

/** Disabling ends sessions, invitations and links. @throws DomainError OWNERS_ONLY, PERSON_NOT_FOUND, OWN_ACCESS */
export function disablePerson(
  context: Context,
  staff: AccountMember,
  { personId, isDisabled }: { personId: string; isDisabled: boolean },
): Promise<void> {
  return withOwnerLock(context.db, staff, async (tx) => {
    const person = await findPerson(tx, staff.accountId, personId);
    if (person === null) throw new DomainError("PERSON_NOT_FOUND");
    if (person.id === staff.userId) throw new DomainError("OWN_ACCESS");
    if ((person.disabledAt !== null) === isDisabled) return;
    await writeDisabled(tx, person.id, isDisabled ? context.clock.now() : null);
  });
}

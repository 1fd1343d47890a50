import type { SessionUser } from "@/lib/accounts/check-session";
import { findPerson, writeDisabled } from "@/lib/accounts/people-store";
import { canGrant } from "@/lib/accounts/permissions";
import { withPeopleLock } from "@/lib/accounts/with-people-lock";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";

/**
 * Disabling ends sessions, invitations and links.
 *
 * @throws DomainError PERSON_NOT_FOUND, OWN_ACCESS, PERMISSION_DENIED if the person's roles permit more than the user's
 */
export function disablePerson(
  context: Context,
  user: SessionUser,
  { personId, isDisabled }: { personId: string; isDisabled: boolean },
): Promise<void> {
  return withPeopleLock(context.db, user, async (tx, actor) => {
    const person = await findPerson(tx, user.accountId, personId);
    if (person === null) throw new DomainError("PERSON_NOT_FOUND");
    if (person.id === user.userId) throw new DomainError("OWN_ACCESS");
    if (!canGrant(actor, person.roles)) throw new DomainError("PERMISSION_DENIED");
    if ((person.disabledAt !== null) === isDisabled) return;
    await writeDisabled(tx, person.id, isDisabled ? context.clock.now() : null);
  });
}

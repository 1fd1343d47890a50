import { actAsOwner } from "@/lib/accounts/act-as-owner";
import type { Staff } from "@/lib/accounts/check-session";
import { type Role, selectPeople } from "@/lib/accounts/people-store";
import {
  type InvitationLink,
  type InvitationSettings,
  writeInvitation,
} from "@/lib/accounts/write-invitation";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";

/** Replaces an earlier invitation. @throws DomainError OWNERS_ONLY, EMAIL_TAKEN, TOO_MANY_INVITATIONS */
export function invitePerson(
  context: Context,
  staff: Staff,
  { settings, ...input }: { settings: InvitationSettings } & { email: string; role: Role },
): Promise<InvitationLink> {
  const email = input.email.trim().toLowerCase();
  const { accountId, userId: invitedById } = staff;
  return actAsOwner(context.db, staff, async (tx) => {
    const people = await selectPeople(tx, accountId);
    if (people.some((person) => person.email === email)) throw new DomainError("EMAIL_TAKEN");
    return writeInvitation(context, tx, { accountId, email, role: input.role, invitedById, settings });
  });
}

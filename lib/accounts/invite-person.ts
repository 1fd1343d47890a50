import type { AccountMember } from "@/lib/accounts/check-session";
import { type Role, selectPeople } from "@/lib/accounts/people-store";
import { withOwnerLock } from "@/lib/accounts/with-owner-lock";
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
  staff: AccountMember,
  { settings, ...input }: { settings: InvitationSettings } & { email: string; role: Role },
): Promise<InvitationLink> {
  const email = input.email.trim().toLowerCase();
  const { accountId, userId: invitedById } = staff;
  return withOwnerLock(context.db, staff, async (tx) => {
    const people = await selectPeople(tx, accountId);
    if (people.some((person) => person.email === email)) throw new DomainError("EMAIL_TAKEN");
    return writeInvitation(context, tx, { accountId, email, role: input.role, invitedById, settings });
  });
}

/** @throws DomainError INVITATION_NOT_FOUND, and those of `invitePerson` */
export async function renewInvitation(
  context: Context,
  staff: AccountMember,
  { invitationId, settings }: { invitationId: string; settings: InvitationSettings },
): Promise<InvitationLink> {
  const where = { id: invitationId, accountId: staff.accountId, kind: "invitation" } as const;
  const invitation = await context.db.models.personToken.findFirst({ where });
  if (invitation === null) throw new DomainError("INVITATION_NOT_FOUND");
  const { email, role } = invitation;
  return invitePerson(context, staff, { email, role: role === "owner" ? "owner" : "staff", settings });
}

/** @throws DomainError OWNERS_ONLY, INVITATION_NOT_FOUND */
export function revokeInvitation(
  context: Context,
  staff: AccountMember,
  invitationId: string,
): Promise<void> {
  return withOwnerLock(context.db, staff, async (tx) => {
    const where = { id: invitationId, accountId: staff.accountId, kind: "invitation" } as const;
    const { count } = await tx.models.personToken.deleteMany({ where });
    if (count === 0) throw new DomainError("INVITATION_NOT_FOUND");
  });
}

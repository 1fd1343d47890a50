import type { SessionUser } from "@/lib/accounts/check-session";
import { selectPeople } from "@/lib/accounts/people-store";
import { canGrant } from "@/lib/accounts/permissions";
import { withPeopleLock } from "@/lib/accounts/with-people-lock";
import {
  type InvitationLink,
  type InvitationSettings,
  writeInvitation,
} from "@/lib/accounts/write-invitation";
import type { Context } from "@/lib/context";
import type { Role } from "@/lib/db/generated/enums";
import { DomainError } from "@/lib/domain-error";
import type { Locale } from "@/lib/locale/locale";

/**
 * Invites a colleague, or another operator. Replaces an earlier invitation.
 *
 * @throws DomainError PERMISSION_DENIED also for roles that permit more than the user's own, EMAIL_TAKEN,
 * TOO_MANY_INVITATIONS
 */
export function invitePerson(
  context: Context,
  user: SessionUser,
  input: { email: string; roles: readonly Role[]; locale?: Locale; settings: InvitationSettings },
): Promise<InvitationLink> {
  const { roles, locale, settings } = input;
  const email = input.email.trim().toLowerCase();
  const { accountId, userId: invitedById } = user;
  return withPeopleLock(context.db, user, async (tx, actor) => {
    if (!canGrant(actor, roles)) throw new DomainError("PERMISSION_DENIED");
    const people = await selectPeople(tx, accountId);
    if (people.some((person) => person.email === email)) throw new DomainError("EMAIL_TAKEN");
    return writeInvitation(context, tx, { accountId, email, roles, invitedById, locale, settings });
  });
}

/** @throws DomainError INVITATION_NOT_FOUND, and those of `invitePerson` */
export async function renewInvitation(
  context: Context,
  user: SessionUser,
  { invitationId, settings }: { invitationId: string; settings: InvitationSettings },
): Promise<InvitationLink> {
  const where = { id: invitationId, accountId: user.accountId, kind: "invitation" } as const;
  const invitation = await context.db.models.personToken.findFirst({ where });
  if (invitation === null) throw new DomainError("INVITATION_NOT_FOUND");
  const { email, roles, locale } = invitation;
  return invitePerson(context, user, { email, roles, ...(locale === null ? {} : { locale }), settings });
}

/** @throws DomainError PERMISSION_DENIED, INVITATION_NOT_FOUND */
export function revokeInvitation(context: Context, user: SessionUser, invitationId: string): Promise<void> {
  return withPeopleLock(context.db, user, async (tx) => {
    const where = { id: invitationId, accountId: user.accountId, kind: "invitation" } as const;
    const { count } = await tx.models.personToken.deleteMany({ where });
    if (count === 0) throw new DomainError("INVITATION_NOT_FOUND");
  });
}

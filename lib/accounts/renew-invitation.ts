import type { Staff } from "@/lib/accounts/check-session";
import { invitePerson } from "@/lib/accounts/invite-person";
import { findInvitation } from "@/lib/accounts/people-store";
import type { InvitationLink, InvitationSettings } from "@/lib/accounts/write-invitation";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";

/** @throws DomainError INVITATION_NOT_FOUND, and those of `invitePerson` */
export async function renewInvitation(
  context: Context,
  staff: Staff,
  { invitationId, settings }: { invitationId: string; settings: InvitationSettings },
): Promise<InvitationLink> {
  const invitation = await findInvitation(context.db, staff.accountId, invitationId);
  if (invitation === null) throw new DomainError("INVITATION_NOT_FOUND");
  const { email, role } = invitation;
  return invitePerson(context, staff, { email, role: role === "owner" ? "owner" : "staff", settings });
}

import { findUser } from "@/lib/accounts/store";
import {
  type InvitationLink,
  type InvitationSettings,
  writeInvitation,
} from "@/lib/accounts/write-invitation";
import type { Context } from "@/lib/context";
import type { Role } from "@/lib/db/generated/enums";
import { DomainError } from "@/lib/domain-error";

/**
 * Invites a person of an account, or an operator if `accountId` is null, for the command line and the first start.
 * Replaces an earlier invitation.
 *
 * @throws DomainError EMAIL_TAKEN, TOO_MANY_INVITATIONS
 */
export function inviteUser(
  context: Pick<Context, "db" | "clock" | "publicUrl">,
  input: { accountId: string | null; email: string; roles: readonly Role[]; settings: InvitationSettings },
): Promise<InvitationLink> {
  const email = input.email.trim().toLowerCase();
  return context.db.transaction(async (tx) => {
    if ((await findUser(tx, { email })) !== null) throw new DomainError("EMAIL_TAKEN");
    return writeInvitation(context, tx, { ...input, email, invitedById: null });
  });
}

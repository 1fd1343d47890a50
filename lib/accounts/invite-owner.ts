import { lockAccount } from "@/lib/accounts/lock-account";
import { findAccount, findUserByEmail } from "@/lib/accounts/store";
import {
  type InvitationLink,
  type InvitationSettings,
  writeInvitation,
} from "@/lib/accounts/write-invitation";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";

/**
 * Invites an owner into an account for an operator, or renews the invitation: the earlier link ends.
 *
 * @param operatorId the user who invites
 * @throws DomainError ACCOUNT_NOT_FOUND, EMAIL_TAKEN if a user has the email already, TOO_MANY_INVITATIONS
 */
export function inviteOwner(
  context: Context,
  operatorId: string,
  { settings, accountId, ...input }: { accountId: string; email: string; settings: InvitationSettings },
): Promise<InvitationLink> {
  const email = input.email.trim().toLowerCase();
  return context.db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    if ((await findAccount(tx, accountId)) === null) throw new DomainError("ACCOUNT_NOT_FOUND");
    if ((await findUserByEmail(tx, email)) !== null) throw new DomainError("EMAIL_TAKEN");
    return writeInvitation(context, tx, {
      accountId,
      email,
      role: "owner",
      invitedById: operatorId,
      settings,
    });
  });
}

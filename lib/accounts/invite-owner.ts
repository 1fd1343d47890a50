import { lockAccount } from "@/lib/accounts/lock-account";
import { findAccount, findUserByEmail } from "@/lib/accounts/store";
import {
  type InvitationLink,
  type InvitationSettings,
  writeInvitation,
} from "@/lib/accounts/write-invitation";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";

/** Replaces an earlier invitation. @throws DomainError ACCOUNT_NOT_FOUND, EMAIL_TAKEN, TOO_MANY_INVITATIONS */
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

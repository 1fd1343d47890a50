import { lockAccount } from "@/lib/accounts/lock-account";
import { findAccount, findUser } from "@/lib/accounts/store";
import {
  type InvitationLink,
  type InvitationSettings,
  writeInvitation,
} from "@/lib/accounts/write-invitation";
import type { Context } from "@/lib/context";
import type { Role } from "@/lib/db/generated/enums";
import { DomainError } from "@/lib/domain-error";

/**
 * Invites a person of an account, or an operator if `accountId` is null, in the name of an operator, or of the service if
 * `invitedById` is null. Replaces an earlier invitation.
 *
 * @throws DomainError ACCOUNT_NOT_FOUND, EMAIL_TAKEN, TOO_MANY_INVITATIONS
 */
export function inviteUser(
  context: Pick<Context, "db" | "clock" | "publicUrl">,
  input: {
    accountId: string | null;
    email: string;
    roles: readonly Role[];
    invitedById: string | null;
    settings: InvitationSettings;
  },
): Promise<InvitationLink> {
  const email = input.email.trim().toLowerCase();
  const { accountId } = input;
  return context.db.transaction(async (tx) => {
    if (accountId !== null) {
      await lockAccount(tx, accountId);
      if ((await findAccount(tx, accountId)) === null) throw new DomainError("ACCOUNT_NOT_FOUND");
    }
    if ((await findUser(tx, { email })) !== null) throw new DomainError("EMAIL_TAKEN");
    return writeInvitation(context, tx, { ...input, email });
  });
}

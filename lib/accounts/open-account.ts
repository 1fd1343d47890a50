import { createAccount } from "@/lib/accounts/create-account";
import type { Home } from "@/lib/accounts/home";
import { findUser } from "@/lib/accounts/store";
import {
  type InvitationLink,
  type InvitationSettings,
  writeInvitation,
} from "@/lib/accounts/write-invitation";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";

export interface OpenedAccount {
  readonly accountId: string;
  readonly invitation: InvitationLink;
}

/** Opens an account and invites its owner. @throws DomainError EMAIL_TAKEN */
export function openAccount(
  context: Context,
  operatorId: string,
  { settings, home, ...input }: { name: string; email: string; home: Home; settings: InvitationSettings },
): Promise<OpenedAccount> {
  const email = input.email.trim().toLowerCase();
  return context.db.transaction(async (tx) => {
    if ((await findUser(tx, { email })) !== null) throw new DomainError("EMAIL_TAKEN");
    const { id: accountId } = await createAccount(tx, { name: input.name, email, home });
    const owner = { accountId, email, roles: ["owner"], invitedById: operatorId, settings } as const;
    return { accountId, invitation: await writeInvitation(context, tx, owner) };
  });
}

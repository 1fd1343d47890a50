import { claimGuess } from "@/lib/accounts/claim-guess";
import { ofAddress, ofNetwork } from "@/lib/accounts/guess";
import type { Home } from "@/lib/accounts/home";
import { findUnverifiedAccount, findUserByEmail, insertAccount } from "@/lib/accounts/store";
import { type InvitationSettings, writeInvitation } from "@/lib/accounts/write-invitation";
import type { Context } from "@/lib/context";

/** Mails the link that verifies the email. The result is the same for every email, so that it reveals no user. */
export async function signUp(
  context: Context,
  input: {
    name: string;
    email: string;
    isCustomer: boolean;
    home: Home;
    network: string;
    settings: InvitationSettings;
  },
): Promise<void> {
  const { settings, isCustomer, home, network } = input;
  const email = input.email.trim().toLowerCase();
  const limits = [ofNetwork("sign_up", email, network), ofAddress("sign_up", email)];
  if (!(await claimGuess(context, limits)).isAllowed) return;
  await context.db.transaction(async (tx) => {
    if ((await findUserByEmail(tx, email)) !== null) return;
    const accountId =
      (await findUnverifiedAccount(tx, email)) ??
      (await insertAccount(tx, { name: input.name.trim(), email, isCustomer, ...home }));
    await writeInvitation(context, tx, { accountId, email, role: "owner", invitedById: null, settings });
  });
}

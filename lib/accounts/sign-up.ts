import { limitPerEmail, limitPerNetwork, limitSignUps } from "@/lib/accounts/attempt-limit";
import { consumeAttempt } from "@/lib/accounts/consume-attempt";
import { countPendingAccounts, lockSignUps } from "@/lib/accounts/count-pending-accounts";
import { createAccount } from "@/lib/accounts/create-account";
import type { Home } from "@/lib/accounts/home";
import { findUser } from "@/lib/accounts/store";
import { type InvitationSettings, writeInvitation } from "@/lib/accounts/write-invitation";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";
import type { Locale } from "@/lib/locale/locale";

/**
 * Mails the link that verifies the email. The result is the same for every email, so that it reveals no user.
 * @throws DomainError SIGN_UP_FULL
 */
export async function signUp(
  context: Context,
  input: {
    name: string;
    email: string;
    isCustomer: boolean;
    home: Home;
    network: string;
    locale: Locale;
    settings: InvitationSettings;
    maxPending: number;
  },
): Promise<void> {
  const { settings, isCustomer, home, network, locale, maxPending } = input;
  const email = input.email.trim().toLowerCase();
  const limits = [
    limitPerNetwork("sign_up", email, network),
    limitPerEmail("sign_up", email),
    limitSignUps(network),
  ];
  if (!(await consumeAttempt(context, limits)).isAllowed) return;
  await context.db.transaction(async (tx) => {
    await lockSignUps(tx);
    if ((await countPendingAccounts(tx)) >= maxPending) throw new DomainError("SIGN_UP_FULL");
    if ((await findUser(tx, { email })) !== null) return;
    const unverified = await tx.models.personToken.findFirst({
      where: { kind: "invitation", email, createdById: null },
      select: { accountId: true },
    });
    const accountId =
      unverified?.accountId ?? (await createAccount(tx, { name: input.name, email, home, isCustomer })).id;
    const invitation = { accountId, email, roles: ["owner"], invitedById: null, locale, settings } as const;
    await writeInvitation(context, tx, invitation);
  });
}

"use server";

import { action } from "@/app/action";
import { invitationSettings } from "@/app/invitation-settings";
import { limitNetwork } from "@/app/limit-network";
import { getLanguage } from "@/components/ui/get-language";
import { readHome } from "@/lib/accounts/home";
import { newAccount } from "@/lib/accounts/schema";
import { signUp } from "@/lib/accounts/sign-up";
import { config } from "@/lib/config";
import { DomainError } from "@/lib/domain-error";

/** The response is the same for every email. */
export const requestAccount = action({
  permission: null,
  audit: null,
  input: newAccount,
  async work({ context, input }) {
    const { signUp: mode, maxWaitingAccounts: maxPending } = config();
    if (mode === "closed") throw new DomainError("SERVICE_UNAVAILABLE");
    const network = await limitNetwork("sign_up");
    const settings = invitationSettings();
    const home = readHome(config().dataDir);
    const locale = await getLanguage();
    await signUp(context, {
      ...input,
      isCustomer: mode === "open",
      home,
      network,
      locale,
      settings,
      maxPending,
    });
  },
});

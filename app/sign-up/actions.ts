"use server";

import { invitationSettings } from "@/app/invitation-settings";
import { limitNetwork } from "@/app/limit-network";
import { parseForm, runFormAction } from "@/app/submission";
import type { FormState } from "@/components/ui/form-state";
import { getLanguage } from "@/components/ui/get-language";
import { readHome } from "@/lib/accounts/home";
import { newAccount } from "@/lib/accounts/schema";
import { signUp } from "@/lib/accounts/sign-up";
import { config } from "@/lib/config";
import { DomainError } from "@/lib/domain-error";
import { createContext, runtime } from "@/lib/process/runtime";

/** The response is the same for every email. */
export async function requestAccount(_: FormState, form: FormData): Promise<FormState> {
  return runFormAction(null, form, async (values) => {
    const mode = config().signUp;
    if (mode === "closed") throw new DomainError("SERVICE_UNAVAILABLE");
    const account = parseForm(newAccount, values);
    const network = await limitNetwork("sign_up");
    const context = createContext(runtime(), { type: "job", id: "sign_up" });
    const settings = invitationSettings();
    const home = readHome(config().dataDir);
    const locale = await getLanguage();
    await signUp(context, { ...account, isCustomer: mode === "open", home, network, locale, settings });
  });
}

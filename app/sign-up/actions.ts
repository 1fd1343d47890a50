"use server";

import { headers } from "next/headers";
import { invitationSettings } from "@/app/invitation-settings";
import { problemsOf, takeSubmission } from "@/app/submission";
import type { FormState } from "@/components/ui/form-state";
import { readHome } from "@/lib/accounts/home";
import { newAccount } from "@/lib/accounts/schema";
import { signUp } from "@/lib/accounts/sign-up";
import { config } from "@/lib/config";
import { DomainError } from "@/lib/domain-error";
import { CLIENT_ADDRESS_HEADER } from "@/lib/http/client-address";
import { contextOf, runtime } from "@/lib/process/runtime";

const TRIES_A_MINUTE = 5;

/** Signs a shop up and emails the link that verifies its owner's email. The response is the same for every email. */
export async function requestAccount(_: FormState, form: FormData): Promise<FormState> {
  return takeSubmission(null, form, async (values) => {
    const mode = config().signUp;
    if (mode === "closed") throw new DomainError("SERVICE_UNAVAILABLE");
    const parsed = newAccount.safeParse(values);
    if (!parsed.success) return { problems: problemsOf(parsed.error) };
    const network = String((await headers()).get(CLIENT_ADDRESS_HEADER));
    const rate = await runtime().rateLimiter.take(`sign_up:${network}`, TRIES_A_MINUTE);
    if (!rate.isAllowed) throw new DomainError("RATE_LIMIT_EXCEEDED");
    const context = contextOf(runtime(), { type: "job", id: "sign_up" });
    const settings = invitationSettings();
    const home = readHome(config().dataDir);
    await signUp(context, { ...parsed.data, isCustomer: mode === "open", home, network, settings });
    return undefined;
  });
}

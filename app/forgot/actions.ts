"use server";

import { headers } from "next/headers";
import { problemsOf, takeSubmission } from "@/app/submission";
import type { FormState } from "@/components/ui/form-state";
import { requestReset } from "@/lib/accounts/request-reset";
import { forgotten } from "@/lib/accounts/schema";
import { config } from "@/lib/config";
import { DomainError } from "@/lib/domain-error";
import { CLIENT_ADDRESS_HEADER } from "@/lib/http/client-address";
import { runtime } from "@/lib/process/runtime";

const TRIES_A_MINUTE = 5;

/** Emails a link to set a new password. The answer is the same for every address. */
export async function forgot(_: FormState, form: FormData): Promise<FormState> {
  return takeSubmission(null, form, async (values) => {
    if (config().mail === null) throw new DomainError("SERVICE_UNAVAILABLE");
    const parsed = forgotten.safeParse(values);
    if (!parsed.success) return { problems: problemsOf(parsed.error) };
    const served = runtime();
    const network = String((await headers()).get(CLIENT_ADDRESS_HEADER));
    const rate = await served.rateLimiter.take(`forgot:${network}`, TRIES_A_MINUTE);
    if (!rate.isAllowed) throw new DomainError("RATE_LIMIT_EXCEEDED");
    await requestReset(served, parsed.data.email, network);
    return undefined;
  });
}

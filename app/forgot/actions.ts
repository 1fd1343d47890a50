"use server";

import { limitNetwork } from "@/app/limit-network";
import { parseForm, runFormAction } from "@/app/submission";
import type { FormState } from "@/components/ui/form-state";
import { requestReset } from "@/lib/accounts/request-reset";
import { forgotPasswordForm } from "@/lib/accounts/schema";
import { config } from "@/lib/config";
import { DomainError } from "@/lib/domain-error";
import { runtime } from "@/lib/process/runtime";

/** The response is the same for every email. */
export async function requestPasswordReset(_: FormState, form: FormData): Promise<FormState> {
  return runFormAction(null, form, async (values) => {
    if (config().mail === null) throw new DomainError("SERVICE_UNAVAILABLE");
    const { email } = parseForm(forgotPasswordForm, values);
    await requestReset(runtime(), email, await limitNetwork("forgot"));
  });
}

"use server";

import { action } from "@/app/action";
import { limitNetwork } from "@/app/limit-network";
import { requestReset } from "@/lib/accounts/request-reset";
import { forgotPasswordForm } from "@/lib/accounts/schema";
import { config } from "@/lib/config";
import { DomainError } from "@/lib/domain-error";

/** The response is the same for every email. */
export const requestPasswordReset = action({
  permission: null,
  audit: null,
  input: forgotPasswordForm,
  async work({ context, input: { email } }) {
    if (config().mail === null) throw new DomainError("SERVICE_UNAVAILABLE");
    await requestReset(context, email, await limitNetwork("forgot"));
  },
});

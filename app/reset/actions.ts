"use server";

import { redirect } from "next/navigation";
import * as z from "zod";
import { readAuditCall } from "@/app/audit-call";
import { rememberDevice } from "@/app/auth";
import { parseForm, runFormAction } from "@/app/submission";
import type { FormState } from "@/components/ui/form-state";
import { resetPassword } from "@/lib/accounts/reset-password";
import { newPassword } from "@/lib/accounts/schema";
import { withAudit } from "@/lib/audit/call";
import { runtime } from "@/lib/process/runtime";

/** The link is the only credential; the user signs in afterwards. */
export async function reset(_: FormState, form: FormData): Promise<FormState> {
  const state = await runFormAction(null, form, async (values) => {
    const input = { secret: values.token ?? "", ...parseForm(z.object({ password: newPassword }), values) };
    // Failed attempts with the old password must not delay the next sign-in.
    const context = withAudit(runtime(), await readAuditCall("user.reset_password", null));
    await rememberDevice(await resetPassword(context, input));
  });
  if (state.isDone) redirect("/sign-in?changed");
  return state;
}

"use server";

import { redirect } from "next/navigation";
import { rememberDevice } from "@/app/auth";
import { takeSubmission } from "@/app/submission";
import type { FormState } from "@/components/ui/form-state";
import { resetPassword } from "@/lib/accounts/reset-password";
import { newPassword } from "@/lib/accounts/schema";
import { runtime } from "@/lib/process/runtime";

/** The link is the only credential; the user signs in afterwards. */
export async function reset(_: FormState, form: FormData): Promise<FormState> {
  const state = await takeSubmission(null, form, async (values) => {
    const password = newPassword.safeParse(values.password);
    if (!password.success) {
      return { problems: [{ field: "password", code: password.error.issues[0]?.message ?? "required" }] };
    }
    const input = { secret: values.token ?? "", password: password.data };
    // Failed tries at the old password must not delay the next sign-in.
    await rememberDevice(await resetPassword(runtime(), input));
    return undefined;
  });
  if (state.isDone) redirect("/sign-in?changed");
  return state;
}

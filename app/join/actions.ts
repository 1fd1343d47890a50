"use server";

import { redirect } from "next/navigation";
import { beginSession } from "@/app/auth";
import { takeSubmission } from "@/app/submission";
import type { FormState } from "@/components/ui/form-state";
import { acceptInvitation } from "@/lib/accounts/accept-invitation";
import { newPassword } from "@/lib/accounts/schema";
import { runtime } from "@/lib/process/runtime";

/** Accepts an invitation with the password the person chose. Holding the link is enough. */
export async function join(_: FormState, form: FormData): Promise<FormState> {
  const state = await takeSubmission(null, form, async (values) => {
    const password = newPassword.safeParse(values.password);
    if (!password.success) {
      return { problems: [{ field: "password", code: password.error.issues[0]?.message ?? "required" }] };
    }
    const input = { secret: values.token ?? "", password: password.data };
    await beginSession(await acceptInvitation(runtime(), input));
    return undefined;
  });
  if (state.isDone) redirect("/dashboard");
  return state;
}

"use server";

import { redirect } from "next/navigation";
import { openSession } from "@/app/auth";
import { takeSubmission } from "@/app/submission";
import type { FormState } from "@/components/ui/form-state";
import { acceptInvitation } from "@/lib/accounts/accept-invitation";
import { newPassword, personName } from "@/lib/accounts/schema";
import { runtime } from "@/lib/process/runtime";

/** The link is the only credential. */
export async function join(_: FormState, form: FormData): Promise<FormState> {
  const state = await takeSubmission(null, form, async (values) => {
    const password = newPassword.safeParse(values.password);
    if (!password.success) {
      return { problems: [{ field: "password", code: password.error.issues[0]?.message ?? "required" }] };
    }
    const name = personName.safeParse(values.name ?? "");
    if (!name.success) {
      return { problems: [{ field: "name", code: name.error.issues[0]?.message ?? "characters" }] };
    }
    const input = { secret: values.token ?? "", password: password.data, name: name.data };
    await openSession(await acceptInvitation(runtime(), input), "link");
    return undefined;
  });
  if (state.isDone) redirect("/dashboard");
  return state;
}

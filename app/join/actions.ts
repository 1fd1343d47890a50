"use server";

import { redirect } from "next/navigation";
import * as z from "zod";
import { readAuditCall } from "@/app/audit-call";
import { openSession } from "@/app/auth";
import { parseForm, runFormAction } from "@/app/submission";
import type { FormState } from "@/components/ui/form-state";
import { acceptInvitation } from "@/lib/accounts/accept-invitation";
import { newPassword, personName } from "@/lib/accounts/schema";
import { withAudit } from "@/lib/audit/call";
import { runtime } from "@/lib/process/runtime";

/** The link is the only credential. */
export async function join(_: FormState, form: FormData): Promise<FormState> {
  const state = await runFormAction(null, form, async (values) => {
    const { password } = parseForm(z.object({ password: newPassword }), values);
    const { name } = parseForm(z.object({ name: personName }), { name: values.name ?? "" });
    const input = { secret: values.token ?? "", password, name };
    const { db, clock } = withAudit(runtime(), await readAuditCall("user.join", null));
    await openSession(await acceptInvitation({ db, clock }, input), "link", db);
  });
  if (state.isDone) redirect("/dashboard");
  return state;
}

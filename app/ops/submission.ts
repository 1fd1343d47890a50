import * as z from "zod";
import { auditRefusal, readAuditCall } from "@/app/audit-call";
import { currentUser, extendSession, findReferrerPath, requireOperator } from "@/app/session";
import { runFormAction, type SubmissionOutcome, withTexts } from "@/app/submission";
import type { FormState } from "@/components/ui/form-state";
import type { SessionUser } from "@/lib/accounts/check-session";
import { type AuditAction, withAudit } from "@/lib/audit/call";
import type { Context } from "@/lib/context";
import { handleException } from "@/lib/monitoring/handle-exception";
import { createContext, runtime } from "@/lib/process/runtime";

type Values = Record<string, string>;

export const cancellation = z.object({
  reason: z.string().trim().min(1, { error: "required" }).max(255, { error: "too_long" }),
  comment: z
    .string()
    .trim()
    .max(2000, { error: "too_long" })
    .transform((comment) => comment || undefined),
});

/** Returns a form action that checks access, gets an audit record, and records which exception the operator handled. */
export function operatorAction<Result = never>(
  action: AuditAction | null,
  work: (context: Context, values: Values, who: SessionUser) => Promise<SubmissionOutcome<Result>>,
) {
  return async (_: FormState, form: FormData): Promise<FormState<Result>> => {
    const named = form.get("id") ?? form.get("code");
    const caller = await currentUser();
    const call = caller === null || action === null ? null : await readAuditCall(action, caller);
    if (caller !== null && caller.role !== "operator") {
      await auditRefusal(call, caller.accountId, named, "ACCESS_DENIED");
    }
    const user = await requireOperator(await findReferrerPath());
    await extendSession();
    const context = createContext(runtime(), { type: "operator", id: user.userId });
    const audited = call === null ? context : withAudit(context, call);
    const state = await runFormAction("/ops", form, async (values) => {
      const outcome = await work(audited, values, user);
      const isRefused = (outcome?.problems?.length ?? 0) > 0 || (outcome?.refusal ?? null) !== null;
      if (!isRefused && values.handling !== undefined) await handleException(context, values);
      return outcome;
    });
    await auditRefusal(call, null, named, state.refusal);
    return withTexts(state);
  };
}

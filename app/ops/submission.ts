import * as z from "zod";
import { extendSession, findReferrerPath, requireOperator } from "@/app/session";
import { runFormAction, type SubmissionOutcome } from "@/app/submission";
import type { FormState } from "@/components/ui/form-state";
import type { SessionUser } from "@/lib/accounts/check-session";
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

/** Returns a form action that checks access and records which exception the operator handled. */
export function operatorAction<Result = never>(
  work: (context: Context, values: Values, who: SessionUser) => Promise<SubmissionOutcome<Result>>,
) {
  return async (_: FormState, form: FormData): Promise<FormState<Result>> => {
    const user = await requireOperator(await findReferrerPath());
    await extendSession();
    const context = createContext(runtime(), { type: "operator", id: user.userId });
    return runFormAction("/ops", form, async (values) => {
      const outcome = await work(context, values, user);
      const isRefused = (outcome?.problems?.length ?? 0) > 0 || (outcome?.refusal ?? null) !== null;
      if (!isRefused && values.handling !== undefined) await handleException(context, values);
      return outcome;
    });
  };
}

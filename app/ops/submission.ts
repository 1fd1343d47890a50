import * as z from "zod";
import { keepSession, pageOfAction, requireOperator } from "@/app/session";
import { getProblems, runFormAction, type SubmissionOutcome } from "@/app/submission";
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

/** Checks access, since anyone can call an action, and notes the exception that a form of the console names. */
export async function runOperatorAction<Result = never>(
  form: FormData,
  work: (context: Context, values: Values, who: SessionUser) => Promise<SubmissionOutcome<Result>>,
): Promise<FormState<Result>> {
  const user = await requireOperator(await pageOfAction());
  await keepSession();
  const context = createContext(runtime(), { type: "operator", id: user.userId });
  return runFormAction("/ops", form, async (values) => {
    const outcome = await work(context, values, user);
    const isRefused = (outcome?.problems?.length ?? 0) > 0 || (outcome?.refusal ?? null) !== null;
    if (!isRefused && values.handling !== undefined) await handleException(context, values);
    return outcome;
  });
}

/** Parses an operator's form first; what is invalid becomes the problems of its fields. */
export const takeOperatorForm = <Input, Result = never>(
  form: FormData,
  schema: z.ZodType<Input>,
  work: (
    context: Context,
    input: Input,
    values: Values,
    who: SessionUser,
  ) => Promise<SubmissionOutcome<Result>>,
): Promise<FormState<Result>> =>
  runOperatorAction<Result>(form, async (context, values, who) => {
    const parsed = schema.safeParse(values);
    return parsed.success ? work(context, parsed.data, values, who) : { problems: getProblems(parsed.error) };
  });

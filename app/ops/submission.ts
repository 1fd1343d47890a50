import { keepSession, pageOfAction, requireOperator } from "@/app/session";
import { type SubmissionOutcome, takeSubmission } from "@/app/submission";
import type { FormState } from "@/components/ui/form-state";
import type { SignedIn } from "@/lib/accounts/check-session";
import { handleException } from "@/lib/board/handle-exception";
import type { Context } from "@/lib/context";
import { contextOf, runtime } from "@/lib/process/runtime";

/** Checks access, since anyone can call an action, and notes the exception that a form of the console names. */
export async function takeOperatorSubmission<Result = never>(
  form: FormData,
  work: (
    context: Context,
    values: Record<string, string>,
    who: SignedIn,
  ) => Promise<SubmissionOutcome<Result>>,
): Promise<FormState<Result>> {
  const user = await requireOperator(await pageOfAction());
  await keepSession();
  const context = contextOf(runtime(), { type: "operator", id: user.userId });
  return takeSubmission("/ops", form, async (values) => {
    const outcome = await work(context, values, user);
    const isRefused = (outcome?.problems?.length ?? 0) > 0 || (outcome?.refusal ?? null) !== null;
    if (!isRefused && values.handling !== undefined) await handleException(context, values);
    return outcome;
  });
}

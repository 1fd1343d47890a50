import { keepSession, pageOfAction, requireOperator } from "@/app/session";
import { type SubmissionOutcome, takeSubmission } from "@/app/submission";
import type { FormState } from "@/components/ui/form-state";
import type { Context } from "@/lib/context";
import { contextOf, runtime } from "@/lib/process/runtime";

/** Lets an operator's form through. Every action is an endpoint of its own that anyone may call. */
export async function takeOperatorSubmission<Result = never>(
  form: FormData,
  work: (context: Context, values: Record<string, string>) => Promise<SubmissionOutcome<Result>>,
): Promise<FormState<Result>> {
  const user = await requireOperator(await pageOfAction());
  await keepSession();
  const context = contextOf(runtime(), { type: "operator", id: user.userId });
  return takeSubmission("/ops", form, (values) => work(context, values));
}

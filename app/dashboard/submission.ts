import { extendSession, findReferrerPath, requireStaff } from "@/app/session";
import { runFormAction, type SubmissionOutcome } from "@/app/submission";
import { type FormState, INITIAL_FORM_STATE } from "@/components/ui/form-state";
import type { AccountMember } from "@/lib/accounts/check-session";
import type { Context } from "@/lib/context";
import { createContext, runtime } from "@/lib/process/runtime";

type Values = Record<string, string>;
type Work<Result> = (
  staff: AccountMember,
  context: Context,
  values: Values,
) => Promise<SubmissionOutcome<Result>>;

/** Each action is a public endpoint, so each checks the session, the role and the account. */
export async function runMemberAction<Result = never>(
  role: "owner" | "staff",
  form: FormData,
  work: Work<Result>,
): Promise<FormState<Result>> {
  const staff = await requireStaff(await findReferrerPath());
  await extendSession();
  if (role === "owner" && staff.role !== "owner") return { ...INITIAL_FORM_STATE, refusal: "OWNERS_ONLY" };
  const context = createContext(runtime(), { type: "user", id: staff.userId });
  return runFormAction("/dashboard", form, (values) => work(staff, context, values));
}

/** Returns a form action whose only input is the form's fields. */
export function staffAction<Result = never>(role: "owner" | "staff", work: Work<Result>) {
  return async (_: FormState, form: FormData) => runMemberAction(role, form, work);
}

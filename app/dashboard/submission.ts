import { keepSession, pageOfAction, requireStaff } from "@/app/session";
import { type SubmissionOutcome, takeSubmission } from "@/app/submission";
import { type FormState, UNSENT } from "@/components/ui/form-state";
import type { Staff } from "@/lib/accounts/check-session";
import type { Context } from "@/lib/context";
import { contextOf, runtime } from "@/lib/process/runtime";

type Values = Record<string, string>;
type Work<Result> = (staff: Staff, context: Context, values: Values) => Promise<SubmissionOutcome<Result>>;

/** Each action is a public endpoint, so each checks the session, the role and the account. */
export async function takeStaffSubmission<Result = never>(
  role: "owner" | "staff",
  form: FormData,
  work: Work<Result>,
): Promise<FormState<Result>> {
  const staff = await requireStaff(await pageOfAction());
  await keepSession();
  if (role === "owner" && staff.role !== "owner") return { ...UNSENT, refusal: "OWNERS_ONLY" };
  const context = contextOf(runtime(), { type: "user", id: staff.userId });
  return takeSubmission("/dashboard", form, (values) => work(staff, context, values));
}

/** Returns a form's action that needs no more than its fields. */
export function staffAction<Result = never>(role: "owner" | "staff", work: Work<Result>) {
  return async (_: FormState, form: FormData) => takeStaffSubmission(role, form, work);
}

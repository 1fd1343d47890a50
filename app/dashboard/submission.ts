import { auditRefusal, readAuditCall } from "@/app/audit-call";
import { currentUser, extendSession, findReferrerPath, requireStaff } from "@/app/session";
import { runFormAction, type SubmissionOutcome, withTexts } from "@/app/submission";
import { type FormState, INITIAL_FORM_STATE } from "@/components/ui/form-state";
import { type AccountMember, asAccountMember } from "@/lib/accounts/check-session";
import { type AuditAction, withAudit } from "@/lib/audit/call";
import type { Context } from "@/lib/context";
import { createContext, runtime } from "@/lib/process/runtime";

type Values = Record<string, string>;
type Work<Result> = (
  staff: AccountMember,
  context: Context,
  values: Values,
) => Promise<SubmissionOutcome<Result>>;

/**
 * Each action is a public endpoint, so each checks the session, the role and the account. With `action`, it gets an audit
 * record, also when it is refused.
 */
export async function runMemberAction<Result = never>(
  role: "owner" | "staff",
  action: AuditAction | null,
  form: FormData,
  work: Work<Result>,
): Promise<FormState<Result>> {
  const named = form.get("id") ?? form.get("code");
  const user = await currentUser();
  const call = user === null || action === null ? null : await readAuditCall(action, user);
  if (user !== null && asAccountMember(user) === null) {
    await auditRefusal(call, user.accountId, named, "ACCESS_DENIED");
  }
  const staff = await requireStaff(await findReferrerPath());
  await extendSession();
  const refuse = (refusal: FormState["refusal"]) => auditRefusal(call, staff.accountId, named, refusal);
  if (role === "owner" && staff.role !== "owner") {
    await refuse("OWNERS_ONLY");
    return withTexts<Result>({ ...INITIAL_FORM_STATE, refusal: "OWNERS_ONLY" });
  }
  const context = createContext(runtime(), { type: "user", id: staff.userId });
  const audited = call === null ? context : withAudit(context, call);
  const state = await runFormAction("/dashboard", form, (values) => work(staff, audited, values));
  await refuse(state.refusal);
  return withTexts(state);
}

/** Returns a form action whose only input is the form's fields. */
export function staffAction<Result = never>(
  role: "owner" | "staff",
  action: AuditAction | null,
  work: Work<Result>,
) {
  return async (_: FormState, form: FormData) => runMemberAction(role, action, form, work);
}

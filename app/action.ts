import { randomUUID } from "node:crypto";
import { revalidatePath } from "next/cache";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { getMessages } from "next-intl/server";
import type * as z from "zod";
import {
  type FormChange,
  type FormOutcome,
  type FormTexts,
  isRefused,
  parseForm,
  toFailure,
  toFormState,
  toTexts,
} from "@/app/form";
import {
  cookieSession,
  currentUser,
  extendSession,
  findReferrerPath,
  requireOperator,
  requireStaff,
} from "@/app/session";
import { clientInfo } from "@/app/session-cookie";
import { type FormState, INITIAL_FORM_STATE } from "@/components/ui/form-state";
import type { Mode } from "@/lib/account-scope";
import {
  type AccountMember,
  asAccountMember,
  asOperator,
  type Operator,
  type SessionUser,
} from "@/lib/accounts/check-session";
import {
  type AccountPermission,
  hasPermission,
  isServicePermission,
  type Permission,
  type ServicePermission,
} from "@/lib/accounts/permissions";
import { type AuditAction, type AuditCall, withAudit } from "@/lib/audit/call";
import { recordRefusal } from "@/lib/audit/record-refusal";
import { handleException } from "@/lib/console/handle-exception";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";
import { parseMode } from "@/lib/http/mode";
import { readRequestId } from "@/lib/http/request-id";
import { createContext, runtime } from "@/lib/process/runtime";

/** The user who calls an action that needs this permission. */
type Caller<P extends Permission | null> = P extends AccountPermission
  ? AccountMember
  : P extends ServicePermission
    ? Operator
    : null;

export interface Call<User, Input = FormTexts> {
  readonly user: User;
  /** The audit log records its changes under the action's name. */
  readonly context: Context;
  /** The form's fields, parsed by `input`; as sent if the action has no `input`. */
  readonly input: Input;
  /** The mode of the form's page. */
  readonly mode: Mode;
  /** For files, and for fields as they were sent. */
  readonly form: FormData;
}

interface Action<P extends Permission | null, Input, Result> {
  /** Permission of the caller. Null for forms without a session, which have their own credential or none. */
  readonly permission: P;
  /** Its name in the audit log, which also records refusals; null for actions that the log leaves out. */
  readonly audit: AuditAction | null;
  /** See `parseForm` for its messages. */
  readonly input?: z.ZodType<Input>;
  /** A thrown DomainError becomes what the form shows. */
  readonly work: (call: Call<Caller<P>, Input>) => Promise<FormOutcome<Result>>;
  /** The page to open after sign-in; by default the one that has the form. */
  readonly returnTo?: (form: FormData) => string;
}

/**
 * Declares a server action for a form. Each one is a public endpoint, so it checks session and permission before it
 * reads the form. A caller without a session is redirected to sign-in, a user of another audience gets a 404, and one whose
 * roles do not include the permission is refused.
 */
export function action<P extends Permission | null, Input = FormTexts, Result = never>({
  permission,
  audit: name,
  input: schema,
  work,
  returnTo,
}: Action<P, Input, Result>) {
  const isService = permission !== null && isServicePermission(permission);
  return async (_: FormState, submitted: FormData): Promise<FormState<Result>> => {
    // Callers other than the page may send any arguments.
    const form = submitted instanceof FormData ? submitted : new FormData();
    const target = form.get("id") ?? form.get("code");
    const { user, audit } = await checkCaller(permission, name, { target, returnTo: returnTo?.(form) });
    const accountId = user?.accountId ?? null;
    if (permission !== null && (user === null || !hasPermission(user, permission))) {
      await auditRefusal(audit, accountId, target, "PERMISSION_DENIED");
      return withTexts<Result>({ ...INITIAL_FORM_STATE, refusal: "PERMISSION_DENIED" });
    }

    const plain = createContext(runtime(), toActor(user));
    const context = audit === null ? plain : withAudit(plain, audit);
    const sent = toTexts(form);
    let change: FormChange<Result>;
    let isOutdated = false;
    try {
      // Without a schema, Input is FormTexts.
      const input = schema === undefined ? (sent as Input) : parseForm(schema, sent);
      const mode = parseMode(sent.mode);
      change = (await work({ user: user as Caller<P>, context, input, mode, form })) ?? {};
      const mayHandle = user !== null && hasPermission(user, "service.dispatch_orders");
      if (mayHandle && sent.handling !== undefined && !isRefused(change)) {
        await handleException(plain, sent);
      }
    } catch (error) {
      change = toFailure(error);
      // A refusal means that the user saw an outdated page.
      isOutdated = error instanceof DomainError && error.code !== "INVALID_PAYLOAD";
    }

    if (permission !== null && (isOutdated || !isRefused(change))) {
      revalidatePath(isService ? "/ops" : "/dashboard", "layout");
    }
    const state = toFormState(change, sent);
    // The holder of a link is no user whose attempts the log could list.
    if (user !== null) await auditRefusal(audit, accountId, target, state.refusal);
    if (state.isDone && change.redirectTo !== undefined) redirect(change.redirectTo);
    return withTexts(state);
  };
}

async function checkCaller(
  permission: Permission | null,
  name: AuditAction | null,
  { target, returnTo }: { target: unknown; returnTo: string | undefined },
): Promise<{ user: SessionUser | null; audit: AuditCall | null }> {
  if (permission === null)
    return { user: null, audit: name === null ? null : await readAuditCall(name, null) };
  const caller = await currentUser();
  const audit = caller === null || name === null ? null : await readAuditCall(name, caller);
  const isService = isServicePermission(permission);
  const isAdmitted = (isService ? asOperator(caller) : asAccountMember(caller)) !== null;
  if (caller !== null && !isAdmitted) await auditRefusal(audit, caller.accountId, target, "ACCESS_DENIED");
  const page = returnTo ?? (await findReferrerPath());
  const user = isService ? await requireOperator(page) : await requireStaff(page);
  await extendSession();
  return { user, audit };
}

function toActor(user: SessionUser | null): Context["actor"] {
  if (user === null) return { type: "job", id: "visitor" };
  return { type: user.accountId === null ? "operator" : "user", id: user.userId };
}

/** Describes this request for the audit log. `user` is null for the holder of a link. */
async function readAuditCall(action: AuditAction, user: SessionUser | null): Promise<AuditCall> {
  const sent = await headers();
  return {
    id: randomUUID(),
    action,
    actorType: user !== null && user.accountId === null ? "operator" : "user",
    actorId: user?.userId ?? null,
    sessionId: user === null ? null : ((await cookieSession())?.id ?? null),
    ...clientInfo(sent),
    requestId: readRequestId(sent.get("x-request-id")),
  };
}

/** `target` identifies the object. Mistakes in a form and failures of the service are not refusals. */
export async function auditRefusal(
  call: AuditCall | null | undefined,
  accountId: string | null,
  target: unknown,
  refusal: FormState["refusal"] | "ACCESS_DENIED",
): Promise<void> {
  if (call == null || refusal === null || refusal === "SERVICE_UNAVAILABLE" || refusal === "INTERNAL_ERROR")
    return;
  const objectId = typeof target === "string" && /^[\w-]{1,64}$/.test(target) ? target : null;
  await recordRefusal(runtime().db, call, { accountId, objectId, refusal });
}

/** Adds the sentences of what was refused, so that pages need not contain all of them. */
async function withTexts<Result>(state: FormState<Result>): Promise<FormState<Result>> {
  const { refusal, problems } = state;
  if (refusal === null && problems.length === 0) return state;
  const { problems: sentences, refusals } = (await getMessages()).ui;
  const known: Record<string, string> = { ...sentences, ...refusals };
  const codes = [...problems.map(({ code }) => code), ...(refusal === null ? [] : [refusal])];
  const texts = codes.map((code) => [code, known[code] ?? refusals.INTERNAL_ERROR]);
  return { ...state, texts: Object.fromEntries(texts) };
}

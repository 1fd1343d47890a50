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
import { type AccountMember, asAccountMember, type SessionUser } from "@/lib/accounts/check-session";
import { type AuditAction, type AuditCall, withAudit } from "@/lib/audit/call";
import { recordRefusal } from "@/lib/audit/record-refusal";
import { handleException } from "@/lib/console/handle-exception";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";
import { parseMode } from "@/lib/http/mode";
import { readRequestId } from "@/lib/http/request-id";
import { createContext, runtime } from "@/lib/process/runtime";

/** The callers that each role admits. `anyone` needs no session: the form has its own credential, or none. */
interface Users {
  readonly owner: AccountMember;
  /** Owners too. */
  readonly staff: AccountMember;
  readonly operator: SessionUser;
  readonly anyone: null;
}

type Role = keyof Users;

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

interface Action<R extends Role, Input, Result> {
  readonly role: R;
  /** Its name in the audit log, which also records refusals; null for actions that the log leaves out. */
  readonly audit: AuditAction | null;
  /** See `parseForm` for its messages. */
  readonly input?: z.ZodType<Input>;
  /** A thrown DomainError becomes what the form shows. */
  readonly work: (call: Call<Users[R], Input>) => Promise<FormOutcome<Result>>;
  /** The page to open after sign-in; by default the one that has the form. */
  readonly returnTo?: (form: FormData) => string;
}

const PAGES = { owner: "/dashboard", staff: "/dashboard", operator: "/ops", anyone: null } as const;

/**
 * Declares a server action for a form. Each one is a public endpoint, so it checks session and role before it reads the
 * form. A caller without a session is redirected to sign-in, a user of another audience gets a 404.
 */
export function action<R extends Role, Input = FormTexts, Result = never>({
  role,
  audit: name,
  input: schema,
  work,
  returnTo,
}: Action<R, Input, Result>) {
  return async (_: FormState, submitted: FormData): Promise<FormState<Result>> => {
    // Callers other than the page may send any arguments.
    const form = submitted instanceof FormData ? submitted : new FormData();
    const target = form.get("id") ?? form.get("code");
    const { user, audit } = await checkCaller(role, name, { target, returnTo: returnTo?.(form) });
    const accountId = role === "operator" ? null : (user?.accountId ?? null);
    if (role === "owner" && user?.role !== "owner") {
      await auditRefusal(audit, accountId, target, "OWNERS_ONLY");
      return withTexts<Result>({ ...INITIAL_FORM_STATE, refusal: "OWNERS_ONLY" });
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
      change = (await work({ user: user as Users[R], context, input, mode, form })) ?? {};
      if (role === "operator" && sent.handling !== undefined && !isRefused(change)) {
        await handleException(plain, sent);
      }
    } catch (error) {
      change = toFailure(error);
      // A refusal means that the user saw an outdated page.
      isOutdated = error instanceof DomainError && error.code !== "INVALID_PAYLOAD";
    }

    const pages = PAGES[role];
    if (pages !== null && (isOutdated || !isRefused(change))) revalidatePath(pages, "layout");
    const state = toFormState(change, sent);
    // The holder of a link is no user whose attempts the log could list.
    if (user !== null) await auditRefusal(audit, accountId, target, state.refusal);
    if (state.isDone && change.redirectTo !== undefined) redirect(change.redirectTo);
    return withTexts(state);
  };
}

async function checkCaller(
  role: Role,
  name: AuditAction | null,
  { target, returnTo }: { target: unknown; returnTo: string | undefined },
): Promise<{ user: SessionUser | null; audit: AuditCall | null }> {
  if (role === "anyone") return { user: null, audit: name === null ? null : await readAuditCall(name, null) };
  const caller = await currentUser();
  const audit = caller === null || name === null ? null : await readAuditCall(name, caller);
  const isAdmitted = role === "operator" ? caller?.role === "operator" : asAccountMember(caller) !== null;
  if (caller !== null && !isAdmitted) await auditRefusal(audit, caller.accountId, target, "ACCESS_DENIED");
  const page = returnTo ?? (await findReferrerPath());
  const user = role === "operator" ? await requireOperator(page) : await requireStaff(page);
  await extendSession();
  return { user, audit };
}

function toActor(user: SessionUser | null): Context["actor"] {
  if (user === null) return { type: "job", id: "visitor" };
  return { type: user.role === "operator" ? "operator" : "user", id: user.userId };
}

/** Describes this request for the audit log. `user` is null for the holder of a link. */
async function readAuditCall(action: AuditAction, user: SessionUser | null): Promise<AuditCall> {
  const sent = await headers();
  return {
    id: randomUUID(),
    action,
    actorType: user?.role === "operator" ? "operator" : "user",
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

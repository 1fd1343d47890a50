import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { clientInfo, readSession, sessionCookie, writeSession } from "@/app/session-cookie";
import { loadUser } from "@/app/session-user";
import {
  type AccountMember,
  asAccountMember,
  asOperator,
  asPermittedMember,
  asPermittedOperator,
  type Operator,
  type SessionUser,
} from "@/lib/accounts/check-session";
import type { AccountPermission, ServicePermission } from "@/lib/accounts/permissions";
import { type Session, sessionEndReason } from "@/lib/accounts/session";
import { touchSession as keep } from "@/lib/accounts/touch-session";
import { localPath } from "@/lib/http/local-path";
import { runtime } from "@/lib/process/runtime";

export const cookieSession = cache(
  async (): Promise<Session | null> => readSession((await cookies()).get(sessionCookie().name)?.value),
);

export const currentUser = cache(async (): Promise<SessionUser | null> => loadUser(await cookieSession()));

/** Null without a session, such as after signing out in this browser. */
export async function signedOutReason(): Promise<"quiet" | "long" | "elsewhere" | null> {
  const session = await cookieSession();
  return session === null ? null : (sessionEndReason(session, runtime().clock.now()) ?? "elsewhere");
}

/** For server actions; proxy.ts extends the session for pages. */
export async function extendSession(): Promise<void> {
  const session = await cookieSession();
  const next = session === null ? null : await keep(runtime(), session, clientInfo(await headers()));
  if (next !== null) (await cookies()).set(await writeSession(next));
}

/** Undefined when the browser sends no referrer. */
export async function findReferrerPath(): Promise<string | undefined> {
  const from = (await headers()).get("referer");
  if (from === null || !URL.canParse(from)) return undefined;
  const { pathname, search } = new URL(from);
  return localPath(pathname + search) ?? undefined;
}

/** Redirects to sign-in, then back to `path`; 404 for people of an account. */
export async function requireOperator(path = "/ops"): Promise<Operator> {
  const user = await currentUser();
  if (user === null) redirect(`/sign-in?next=${encodeURIComponent(path)}`);
  const operator = asOperator(user);
  if (operator === null) notFound();
  return operator;
}

/** Null for other users, and for operators without the permission. */
export async function currentOperator(permission: ServicePermission): Promise<Operator | null> {
  return asPermittedOperator(await currentUser(), permission);
}

/** Null for other users, and for people of an account without the permission. */
export async function currentStaff(permission: AccountPermission): Promise<AccountMember | null> {
  return asPermittedMember(await currentUser(), permission);
}

/** Redirects to sign-in, then back to `path`; 404 for operators. */
export async function requireStaff(path = "/dashboard"): Promise<AccountMember> {
  const user = await currentUser();
  if (user === null) redirect(`/sign-in?next=${encodeURIComponent(path)}`);
  const staff = asAccountMember(user);
  if (staff === null) notFound();
  return staff;
}

import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { clientInfo, readSession, sessionCookie, writeSession } from "@/app/session-cookie";
import { loadUser } from "@/app/session-user";
import { type AccountMember, asAccountMember, type SessionUser } from "@/lib/accounts/check-session";
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

/** Redirects to sign-in, then back to `path`; 404 for other roles. */
export async function requireOperator(path = "/ops"): Promise<SessionUser> {
  const user = await currentUser();
  if (user === null) redirect(`/sign-in?next=${encodeURIComponent(path)}`);
  if (user.role !== "operator") notFound();
  return user;
}

export async function isOperator(): Promise<boolean> {
  return (await currentUser())?.role === "operator";
}

export async function currentStaff(): Promise<AccountMember | null> {
  return asAccountMember(await currentUser());
}

/** Redirects to sign-in, then back to `path`; 404 for operators. */
export async function requireStaff(path = "/dashboard"): Promise<AccountMember> {
  const user = await currentUser();
  if (user === null) redirect(`/sign-in?next=${encodeURIComponent(path)}`);
  const staff = asAccountMember(user);
  if (staff === null) notFound();
  return staff;
}

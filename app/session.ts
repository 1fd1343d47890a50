import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { readSession, sessionCookie, traceOf, writeSession } from "@/app/session-cookie";
import { userOf } from "@/app/session-user";
import { asStaff, type SignedIn, type Staff } from "@/lib/accounts/check-session";
import { keepSession as keep } from "@/lib/accounts/keep-session";
import { howOver, type Session } from "@/lib/accounts/session";
import { localPath } from "@/lib/pages/local-path";
import { runtime } from "@/lib/process/runtime";

export const cookieSession = cache(
  async (): Promise<Session | null> => readSession((await cookies()).get(sessionCookie().name)?.value),
);

export const currentUser = cache(async (): Promise<SignedIn | null> => userOf(await cookieSession()));

/** Null without a session, as after signing out here. */
export async function howSignedOut(): Promise<"quiet" | "long" | "elsewhere" | null> {
  const session = await cookieSession();
  return session === null ? null : (howOver(session, runtime().clock.now()) ?? "elsewhere");
}

/** For actions; proxy.ts does it for pages. */
export async function keepSession(): Promise<void> {
  const session = await cookieSession();
  const next = session === null ? null : await keep(runtime(), session, traceOf(await headers()));
  if (next !== null) (await cookies()).set(await writeSession(next));
}

/** Undefined when the browser sends no referrer. */
export async function pageOfAction(): Promise<string | undefined> {
  const from = (await headers()).get("referer");
  if (from === null || !URL.canParse(from)) return undefined;
  const { pathname, search } = new URL(from);
  return localPath(pathname + search) ?? undefined;
}

/** Redirects to sign-in, then back to `path`; 404 for other roles. */
export async function requireOperator(path = "/ops"): Promise<SignedIn> {
  const user = await currentUser();
  if (user === null) redirect(`/sign-in?next=${encodeURIComponent(path)}`);
  if (user.role !== "operator") notFound();
  return user;
}

export async function isOperator(): Promise<boolean> {
  return (await currentUser())?.role === "operator";
}

export async function currentStaff(): Promise<Staff | null> {
  return asStaff(await currentUser());
}

/** Redirects to sign-in, then back to `path`; 404 for operators. */
export async function requireStaff(path = "/dashboard"): Promise<Staff> {
  const user = await currentUser();
  if (user === null) redirect(`/sign-in?next=${encodeURIComponent(path)}`);
  const staff = asStaff(user);
  if (staff === null) notFound();
  return staff;
}

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

/** Returns the session that the request's cookie claims. */
export const cookieSession = cache(
  async (): Promise<Session | null> => readSession((await cookies()).get(sessionCookie().name)?.value),
);

/** Returns the signed-in user; null when nobody is signed in. */
export const currentUser = cache(async (): Promise<SignedIn | null> => userOf(await cookieSession()));

/**
 * Says why the reader is no longer signed in: the session was idle too long, it is too old, or it was ended elsewhere.
 * Null when there is no session at all, as after signing out here.
 */
export async function howSignedOut(): Promise<"quiet" | "long" | "elsewhere" | null> {
  const session = await cookieSession();
  return session === null ? null : (howOver(session, runtime().clock.now()) ?? "elsewhere");
}

/** Extends the session, since somebody is using it. For actions; proxy.ts does it for pages. */
export async function keepSession(): Promise<void> {
  const session = await cookieSession();
  const next = session === null ? null : await keep(runtime(), session, traceOf(await headers()));
  if (next !== null) (await cookies()).set(await writeSession(next));
}

/** Returns the page that an action's form is on, to return to; undefined when the browser does not say. */
export async function pageOfAction(): Promise<string | undefined> {
  const from = (await headers()).get("referer");
  if (from === null || !URL.canParse(from)) return undefined;
  const { pathname, search } = new URL(from);
  return localPath(pathname + search) ?? undefined;
}

/**
 * Returns the operator who asks. Sends anyone who is not signed in to do so, and answers 404 to other roles.
 *
 * @param path where to return after signing in
 */
export async function requireOperator(path = "/ops"): Promise<SignedIn> {
  const user = await currentUser();
  if (user === null) redirect(`/sign-in?next=${encodeURIComponent(path)}`);
  if (user.role !== "operator") notFound();
  return user;
}

/** Returns whether the reader is an operator. Anyone else must find nothing. */
export async function isOperator(): Promise<boolean> {
  return (await currentUser())?.role === "operator";
}

/** Returns the reader if they are staff of an account; otherwise null. */
export async function currentStaff(): Promise<Staff | null> {
  return asStaff(await currentUser());
}

/**
 * Returns the staff member who asks. Sends anyone who is not signed in to do so, and answers 404 to operators.
 *
 * @param path where to return after signing in
 */
export async function requireStaff(path = "/dashboard"): Promise<Staff> {
  const user = await currentUser();
  if (user === null) redirect(`/sign-in?next=${encodeURIComponent(path)}`);
  const staff = asStaff(user);
  if (staff === null) notFound();
  return staff;
}

import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { readSession, sessionCookie, writeSession } from "@/app/session-cookie";
import { asStaff, checkSession, type SignedIn, type Staff } from "@/lib/accounts/check-session";
import { howOver, renewed, type Session } from "@/lib/accounts/session";
import { localPath } from "@/lib/pages/local-path";
import { runtime } from "@/lib/process/runtime";

const cookieSession = cache(
  async (): Promise<Session | null> => readSession((await cookies()).get(sessionCookie().name)?.value),
);

/** Who the session is of, by the clock and then by the database; null for nobody. Asked anew every time. */
async function userOf(session: Session | null): Promise<SignedIn | null> {
  const { db, clock } = runtime();
  if (session === null || howOver(session, clock.now()) !== null) return null;
  return checkSession(db, session);
}

/** Who is signed in; null for nobody. */
export const currentUser = cache(async (): Promise<SignedIn | null> => userOf(await cookieSession()));

/**
 * Why whoever asks is signed in no more: nobody used the session, it began too long ago, or it was ended from
 * somewhere else. Null for who has no session at all, as after signing out here.
 */
export async function howSignedOut(): Promise<"quiet" | "long" | "elsewhere" | null> {
  const session = await cookieSession();
  return session === null ? null : (howOver(session, runtime().clock.now()) ?? "elsewhere");
}

/** Has the session go on, since somebody uses it; for actions, proxy.ts does it for pages. */
export async function keepSession(): Promise<void> {
  const session = await cookieSession();
  const next = session === null ? null : renewed(session, runtime().clock.now());
  if (next !== null) (await cookies()).set(await writeSession(next));
}

/** Where an action's form stands, to come back to; undefined where the browser does not say. */
export async function pageOfAction(): Promise<string | undefined> {
  const from = (await headers()).get("referer");
  if (from === null || !URL.canParse(from)) return undefined;
  const { pathname, search } = new URL(from);
  return localPath(pathname + search) ?? undefined;
}

/**
 * The operator who asks. Anybody else gets no further: who is not signed in is sent to do so, and to other roles
 * there is no such page.
 *
 * @param path where to come back to after signing in
 */
export async function requireOperator(path = "/ops"): Promise<SignedIn> {
  const user = await currentUser();
  if (user === null) redirect(`/sign-in?next=${encodeURIComponent(path)}`);
  if (user.role !== "operator") notFound();
  return user;
}

/** One of an account's people; null for everybody else. */
export async function currentStaff(): Promise<Staff | null> {
  return asStaff(await currentUser());
}

/**
 * Whether they who ask are still of the same account, to be asked again and again: a stream may outlive what its
 * reader was allowed when it began.
 */
export function stillStaff({ accountId }: Staff): Promise<() => Promise<boolean>> {
  return stillSomebody((user) => asStaff(user)?.accountId === accountId);
}

/** Whether they who ask are still operators, like `stillStaff`. */
export function stillOperator(): Promise<() => Promise<boolean>> {
  return stillSomebody((user) => user?.role === "operator");
}

async function stillSomebody(isAllowed: (user: SignedIn | null) => boolean): Promise<() => Promise<boolean>> {
  const session = await cookieSession();
  return async () => isAllowed(await userOf(session));
}

/**
 * The one of an account's people who asks. Anybody else gets no further: who is not signed in is sent to do so, and
 * for operators there is no such page.
 *
 * @param path where to come back to after signing in
 */
export async function requireStaff(path = "/dashboard"): Promise<Staff> {
  const user = await currentUser();
  if (user === null) redirect(`/sign-in?next=${encodeURIComponent(path)}`);
  const staff = asStaff(user);
  if (staff === null) notFound();
  return staff;
}

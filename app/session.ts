import { notFound, redirect } from "next/navigation";
import { getServerSession } from "next-auth";
import { cache } from "react";
import { authOptions } from "@/app/auth";
import { asStaff, checkSession, type SignedIn, type Staff } from "@/lib/accounts/check-session";
import type { SessionClaims } from "@/lib/accounts/sign-in";
import { runtime } from "@/lib/api/runtime";
import { config } from "@/lib/config";

/** What the cookie says, which counts for nothing until `checkSession` has held it against the database. */
export const sessionClaims = cache(async (): Promise<SessionClaims | null> => {
  if (config().authSecret === null) return null;
  return (await getServerSession(authOptions()))?.claims ?? null;
});

/** Who is signed in, by the cookie and then by the database; null for nobody. */
export const currentUser = cache(
  async (): Promise<SignedIn | null> => checkSession(runtime().db, await sessionClaims()),
);

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
  const claims = await sessionClaims();
  return async () => isAllowed(await checkSession(runtime().db, claims));
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

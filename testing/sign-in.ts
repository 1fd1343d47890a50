import { createUser } from "@/lib/accounts/create-user";
import type { Database } from "@/lib/db/client";
import type { Role } from "@/lib/db/generated/enums";
import { callSignIn } from "@/testing/actions";

export const PASSWORD = "correct horse battery";

/** A role of a test's user. `staff` sees every page of an account but the audit log, and manages orders. */
export type TestRole = Role | "staff";

export const toRoles = (role: TestRole): Role[] => (role === "staff" ? ["dispatcher", "viewer"] : [role]);

/** The AUTH_SECRET that a test service needs for sign-in. */
export const AUTH = { AUTH_SECRET: "a secret of thirty-two characters" } as const;

/** A cookie in the form that a browser context takes. */
export interface SessionCookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  readonly path: string;
}

/**
 * Signs a user in with the form's request, and returns the session cookie. The service allows ten attempts a minute
 * per client IP address.
 *
 * @throws Error when the email and password are refused
 */
export async function signIn(baseUrl: string, email: string, password = PASSWORD): Promise<SessionCookie> {
  const { headers, status, value: refused } = await callSignIn(baseUrl, { email, password });
  const cookies = headers.getSetCookie().map((line) => line.split(";", 1)[0] ?? "");
  const session = cookies.find((cookie) => cookie.startsWith("dropline-session="));
  if (session === undefined) throw new Error(`${email} was not signed in: ${status} ${refused?.why}`);
  const value = session.slice("dropline-session=".length);
  return { name: "dropline-session", value, domain: new URL(baseUrl).hostname, path: "/" };
}

let people = 0;

/**
 * Creates a user of an account, who can sign in with `PASSWORD`.
 * @returns their email
 */
export async function makePerson(
  db: Database,
  accountId: string | null,
  role: TestRole,
): Promise<{ id: string; email: string }> {
  people += 1;
  const email = `${role}-${process.pid}-${people}@example.com`;
  const { id } = await createUser(db, { accountId, email, password: PASSWORD, roles: toRoles(role) });
  return { id, email };
}

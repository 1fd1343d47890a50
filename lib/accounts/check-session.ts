import { type AccountScope, type Mode, mintScope } from "@/lib/accounts/scope";
import type { Session } from "@/lib/accounts/session";
import { findSessionOwners, type SessionOwner } from "@/lib/accounts/session-store";
import { batched } from "@/lib/db/batched";
import type { Queryable } from "@/lib/db/client";
import type { UserRole } from "@/lib/db/generated/client";

/** A signed-in person. */
export interface SignedIn {
  readonly userId: string;
  readonly email: string;
  /** What they are called; null until they have said so. */
  readonly name: string | null;
  readonly role: UserRole;
  /** Null for operators. */
  readonly accountId: string | null;
}

/** A signed-in person of an account, and what they may reach. */
export interface Staff extends SignedIn {
  readonly role: "owner" | "staff";
  readonly accountId: string;
  /** The account's orders in one mode. */
  readonly scope: (mode: Mode) => AccountScope;
}

/**
 * Whose session this is, read anew every time: null once it has been ended, or the person or their account is disabled.
 */
export async function checkSession(
  db: Queryable,
  session: Pick<Session, "id"> | null,
): Promise<SignedIn | null> {
  if (session === null) return null;
  return signedInOf((await findSessionOwners(db, [session.id])).get(session.id));
}

/** A check like `checkSession` for many readers at once: those who wait for a statement share the next one. */
export function sessionCheck(db: Queryable): (session: Pick<Session, "id">) => Promise<SignedIn | null> {
  const find = batched((sessionIds: readonly string[]) => findSessionOwners(db, sessionIds));
  return async ({ id }) => signedInOf(await find(id));
}

function signedInOf(owner: SessionOwner | undefined): SignedIn | null {
  if (owner === undefined) return null;
  const { sessionId: _, ...signedIn } = owner;
  return signedIn;
}

/** The same person as a member of their account; null for operators, who have none. */
export function asStaff(user: SignedIn | null): Staff | null {
  if (user === null || user.role === "operator" || user.accountId === null) return null;
  const { role, accountId } = user;
  return { ...user, role, accountId, scope: (mode) => mintScope(accountId, mode) };
}

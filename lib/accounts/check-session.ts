import { type AccountScope, type Mode, mintScope } from "@/lib/accounts/scope";
import type { Session } from "@/lib/accounts/session";
import { findSessionOwners, type SessionOwner } from "@/lib/accounts/session-store";
import { batched } from "@/lib/db/batched";
import type { Queryable } from "@/lib/db/client";
import type { UserRole } from "@/lib/db/generated/client";

export interface SignedIn {
  readonly userId: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: UserRole;
  /** Null for operators. */
  readonly accountId: string | null;
}

export interface Staff extends SignedIn {
  readonly role: "owner" | "staff";
  readonly accountId: string;
  readonly scope: (mode: Mode) => AccountScope;
}

/** Null if the session has ended or the user or account is disabled. Read from the database on every call. */
export async function checkSession(
  db: Queryable,
  session: Pick<Session, "id"> | null,
): Promise<SignedIn | null> {
  if (session === null) return null;
  return signedInOf((await findSessionOwners(db, [session.id])).get(session.id));
}

/** Like `checkSession`, but concurrent checks share one statement. */
export function sessionCheck(db: Queryable): (session: Pick<Session, "id">) => Promise<SignedIn | null> {
  const find = batched((sessionIds: readonly string[]) => findSessionOwners(db, sessionIds));
  return async ({ id }) => signedInOf(await find(id));
}

function signedInOf(owner: SessionOwner | undefined): SignedIn | null {
  if (owner === undefined) return null;
  const { sessionId: _, ...signedIn } = owner;
  return signedIn;
}

export function asStaff(user: SignedIn | null): Staff | null {
  if (user === null || user.role === "operator" || user.accountId === null) return null;
  const { role, accountId } = user;
  return { ...user, role, accountId, scope: (mode) => mintScope(accountId, mode) };
}

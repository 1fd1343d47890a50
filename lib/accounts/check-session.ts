import { type AccountScope, type Mode, mintScope } from "@/lib/account-scope";
import { type AccountPermission, hasPermission, type ServicePermission } from "@/lib/accounts/permissions";
import type { Session } from "@/lib/accounts/session";
import { findSessionOwners, type SessionOwner } from "@/lib/accounts/session-store";
import type { Queryable } from "@/lib/db/client";
import { createBatcher } from "@/lib/db/create-batcher";
import type { User } from "@/lib/db/generated/client";

export interface SessionUser extends Pick<User, "email" | "name" | "roles" | "accountId"> {
  readonly userId: string;
}

export interface AccountMember extends SessionUser {
  readonly accountId: string;
  readonly scope: (mode: Mode) => AccountScope;
}

export interface Operator extends SessionUser {
  readonly accountId: null;
}

/** Null if the session has ended or the user or account is disabled. Read from the database on every call. */
export async function checkSession(
  db: Queryable,
  session: Pick<Session, "id"> | null,
): Promise<SessionUser | null> {
  if (session === null) return null;
  return findSignedIn((await findSessionOwners(db, [session.id])).get(session.id));
}

/** Like `checkSession`, but concurrent checks share one statement. */
export function createSessionChecker(
  db: Queryable,
): (session: Pick<Session, "id">) => Promise<SessionUser | null> {
  const find = createBatcher((sessionIds: readonly string[]) => findSessionOwners(db, sessionIds));
  return async ({ id }) => findSignedIn(await find(id));
}

function findSignedIn(owner: SessionOwner | undefined): SessionUser | null {
  if (owner === undefined) return null;
  const { sessionId: _, ...signedIn } = owner;
  return signedIn;
}

export function asAccountMember(user: SessionUser | null): AccountMember | null {
  if (user === null || user.accountId === null) return null;
  const { accountId } = user;
  return { ...user, accountId, scope: (mode) => mintScope(accountId, mode) };
}

export function asOperator(user: SessionUser | null): Operator | null {
  if (user === null || user.accountId !== null) return null;
  return { ...user, accountId: null };
}

/** Null for operators, and for people of an account without the permission. */
export function asPermittedMember(
  user: SessionUser | null,
  permission: AccountPermission,
): AccountMember | null {
  return user !== null && hasPermission(user, permission) ? asAccountMember(user) : null;
}

/** Null for people of an account, and for operators without the permission. */
export function asPermittedOperator(
  user: SessionUser | null,
  permission: ServicePermission,
): Operator | null {
  return user !== null && hasPermission(user, permission) ? asOperator(user) : null;
}

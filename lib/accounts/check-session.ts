import { type AccountScope, type Mode, mintScope } from "@/lib/accounts/scope";
import type { SessionClaims } from "@/lib/accounts/sign-in";
import { findSessionOwners, type SessionOwner } from "@/lib/accounts/store";
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
 * Whose session these claims are, read anew every time: null once the person or their account is disabled, or their
 * sessions have been ended.
 */
export async function checkSession(db: Queryable, claims: SessionClaims | null): Promise<SignedIn | null> {
  if (claims === null) return null;
  return ownerOf(claims, (await findSessionOwners(db, [claims.userId])).get(claims.userId));
}

/** A check like `checkSession` for many readers at once: those who wait for a statement share the next one. */
export function sessionCheck(db: Queryable): (claims: SessionClaims) => Promise<SignedIn | null> {
  const find = batched((userIds: readonly string[]) => findSessionOwners(db, userIds));
  return async (claims) => ownerOf(claims, await find(claims.userId));
}

function ownerOf({ sessionVersion }: SessionClaims, owner: SessionOwner | undefined): SignedIn | null {
  if (owner === undefined || owner.isDisabled || owner.sessionVersion !== sessionVersion) return null;
  const { userId, email, name, role, accountId } = owner;
  return { userId, email, name, role, accountId };
}

/** The same person as a member of their account; null for operators, who have none. */
export function asStaff(user: SignedIn | null): Staff | null {
  if (user === null || user.role === "operator" || user.accountId === null) return null;
  const { role, accountId } = user;
  return { ...user, role, accountId, scope: (mode) => mintScope(accountId, mode) };
}

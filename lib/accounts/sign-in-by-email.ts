import type { SessionClaims } from "@/lib/accounts/sign-in";
import { findUserByEmail } from "@/lib/accounts/store";
import type { Queryable } from "@/lib/db/client";

/**
 * The session of the person with this address, which another provider has verified; null for an unknown address, or
 * when the person or their account is disabled. Never creates a person.
 */
export async function signInByEmail(db: Queryable, address: string): Promise<SessionClaims | null> {
  const user = await findUserByEmail(db, address.trim().toLowerCase());
  if (user === null || user.disabledAt !== null || (user.account?.disabledAt ?? null) !== null) return null;
  return { userId: user.id, sessionVersion: user.sessionVersion };
}

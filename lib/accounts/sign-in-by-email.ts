import type { SessionClaims } from "@/lib/accounts/sign-in";
import { findUserByEmail } from "@/lib/accounts/store";
import type { Queryable } from "@/lib/db/client";

/**
 * The session of whoever an address belongs to that somebody else has verified; null for nobody, and where the
 * person or their account is disabled. Nobody is ever made this way.
 */
export async function signInByEmail(db: Queryable, address: string): Promise<SessionClaims | null> {
  const user = await findUserByEmail(db, address.trim().toLowerCase());
  if (user === null || user.disabledAt !== null || (user.account?.disabledAt ?? null) !== null) return null;
  return { userId: user.id, sessionVersion: user.sessionVersion };
}

import type { Entrant } from "@/lib/accounts/begin-session";
import { findUserByEmail, isShutOut } from "@/lib/accounts/store";
import type { Queryable } from "@/lib/db/client";

/**
 * The person with this address, which another provider has verified; null for an unknown address, or
 * when the person or their account is disabled. Never creates a person.
 */
export async function signInByEmail(db: Queryable, address: string): Promise<Entrant | null> {
  const user = await findUserByEmail(db, address.trim().toLowerCase());
  if (user === null || isShutOut(user)) return null;
  return { userId: user.id, passwordHash: user.passwordHash };
}

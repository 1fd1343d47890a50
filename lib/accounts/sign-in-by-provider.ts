import type { Entrant } from "@/lib/accounts/begin-session";
import { writeOidcIdentity } from "@/lib/accounts/people-store";
import { findUserByOidcIdentity, isShutOut } from "@/lib/accounts/store";
import type { Queryable } from "@/lib/db/client";

/** Who signs in, as an OpenID provider states it. */
export interface ProviderIdentity {
  readonly issuer: string;
  /** The provider's own identifier, which it never gives to another person. */
  readonly subject: string;
  /** Null when the provider has verified none. */
  readonly verifiedEmail: string | null;
}

/**
 * Returns the person bound to a provider's subject. The first subject with a person's verified address is bound to
 * them; with any other, the address no longer suffices. Never creates a person.
 *
 * @returns null for an unknown subject and address, for a person or account that is disabled, and for operators unless
 *   they are allowed
 */
export async function signInByProvider(
  db: Queryable,
  { issuer, subject, verifiedEmail }: ProviderIdentity,
  { areOperatorsAllowed }: { readonly areOperatorsAllowed: boolean },
): Promise<Entrant | null> {
  const identity = `${issuer} ${subject}`;
  const email = verifiedEmail?.trim().toLowerCase() ?? null;
  if (email !== null) await writeOidcIdentity(db, { email, issuer, identity, areOperatorsAllowed });
  const user = await findUserByOidcIdentity(db, identity);
  if (user === null || isShutOut(user) || (user.role === "operator" && !areOperatorsAllowed)) return null;
  return { userId: user.id, passwordHash: user.passwordHash };
}

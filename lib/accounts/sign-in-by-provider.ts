import type { AuthenticatedUser } from "@/lib/accounts/start-session";
import { findUser, isAccessDisabled } from "@/lib/accounts/store";
import type { Queryable } from "@/lib/db/client";
import { execute } from "@/lib/db/sql";

export interface ProviderIdentity {
  readonly issuer: string;
  /** Never reassigned to another person. */
  readonly subject: string;
  readonly verifiedEmail: string | null;
}

/** Binds the first subject with a user's verified email to the user. Null for unknown or disabled users. */
export async function signInByProvider(
  db: Queryable,
  { issuer, subject, verifiedEmail }: ProviderIdentity,
  { areOperatorsAllowed }: { readonly areOperatorsAllowed: boolean },
): Promise<AuthenticatedUser | null> {
  const identity = `${issuer} ${subject}`;
  const email = verifiedEmail?.trim().toLowerCase() ?? null;
  if (email !== null) {
    await execute(db)`
      UPDATE users SET oidc_identity = ${identity}
      WHERE email = ${email} AND disabled_at IS NULL AND (account_id IS NOT NULL OR ${areOperatorsAllowed}::boolean)
        AND NOT coalesce(starts_with(oidc_identity, ${`${issuer} `}), false)
        AND NOT EXISTS (SELECT FROM users WHERE oidc_identity = ${identity})`;
  }
  const user = await findUser(db, { oidcIdentity: identity });
  if (user === null || isAccessDisabled(user) || (user.accountId === null && !areOperatorsAllowed))
    return null;
  return { userId: user.id, passwordHash: user.passwordHash };
}

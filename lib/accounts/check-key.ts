import type { KeyWithOwner } from "@/lib/accounts/key";
import { DomainError } from "@/lib/domain-error";

/** The API's only scope (spec, AUTH-2). */
export const SCOPES = ["orders:write"] as const;

/**
 * Lets a usable key through (spec, Authentication).
 *
 * @throws DomainError KEY_REVOKED, ACCOUNT_DISABLED, ORDERING_NOT_ALLOWED
 */
export function checkKey(key: KeyWithOwner, now: Date): void {
  // A revocation holds from the moment it is written, whatever this process's clock says.
  if (key.revokedAt !== null) throw new DomainError("KEY_REVOKED");
  if (key.expiresAt !== null && key.expiresAt <= now) throw new DomainError("KEY_REVOKED");
  if (key.disabledAt !== null) throw new DomainError("ACCOUNT_DISABLED");
  if (!key.isCustomer) throw new DomainError("ORDERING_NOT_ALLOWED");
}

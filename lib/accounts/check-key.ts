import { hashKey, isWellFormedKey, type KeyWithOwner } from "@/lib/accounts/key";
import { findKeyByHash } from "@/lib/accounts/store";
import type { Queryable } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";

/** The one scope that the API has (spec, Authentication, rule 2). */
export const SCOPES = ["orders:write"] as const;

/**
 * Tells whose key an Authorization header carries (spec, Authentication).
 *
 * @param header the raw header value, or null when the request has none
 * @throws DomainError KEY_MISSING, KEY_MALFORMED, KEY_INVALID, KEY_REVOKED, ACCOUNT_DISABLED, ORDERING_NOT_ALLOWED
 */
export async function checkKey(db: Queryable, header: string | null, now: Date): Promise<KeyWithOwner> {
  if (header === null || header.trim() === "") throw new DomainError("KEY_MISSING");
  const key = /^Bearer +([^\s]+)$/.exec(header.trim())?.[1];
  if (key === undefined || !isWellFormedKey(key)) throw new DomainError("KEY_MALFORMED");
  const row = await findKeyByHash(db, hashKey(key));
  if (row === null) throw new DomainError("KEY_INVALID");
  if (row.revokedAt !== null && row.revokedAt <= now) throw new DomainError("KEY_REVOKED");
  if (row.expiresAt !== null && row.expiresAt <= now) throw new DomainError("KEY_REVOKED");
  if (row.disabledAt !== null) throw new DomainError("ACCOUNT_DISABLED");
  if (!row.isCustomer) throw new DomainError("ORDERING_NOT_ALLOWED");
  return row;
}

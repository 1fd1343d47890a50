import { findKnownKey } from "@/lib/accounts/find-known-key";
import { hashOfKey, isWellFormedKey, type KeyWithOwner } from "@/lib/accounts/key";
import type { Queryable } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";
import { bearerToken } from "@/lib/http/bearer";

/** (spec, Authentication) @throws DomainError KEY_MISSING, KEY_MALFORMED, KEY_INVALID */
export async function findKey(db: Queryable, header: string | null): Promise<KeyWithOwner> {
  if (header === null || header.trim() === "") throw new DomainError("KEY_MISSING");
  const key = bearerToken(header);
  if (key === undefined || !isWellFormedKey(key)) throw new DomainError("KEY_MALFORMED");
  const row = await findKnownKey(db, hashOfKey(key));
  if (row === null) throw new DomainError("KEY_INVALID");
  return row;
}

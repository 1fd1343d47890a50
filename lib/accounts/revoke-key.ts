import { forgetKey } from "@/lib/accounts/known-keys";
import { markKeyRevoked } from "@/lib/accounts/store";
import type { Queryable } from "@/lib/db/client";
import type { ApiKey } from "@/lib/db/generated/client";
import { DomainError } from "@/lib/domain-error";

/**
 * Revokes a key for good; repeating it changes nothing. The next request with it gets a 401 from
 * this process, and within a second from every other.
 *
 * @throws DomainError KEY_NOT_FOUND
 */
export async function revokeKey(db: Queryable, keyId: string, at: Date): Promise<ApiKey> {
  const row = await markKeyRevoked(db, { id: keyId }, at);
  if (row === null) throw new DomainError("KEY_NOT_FOUND");
  forgetKey(db, row);
  return row;
}

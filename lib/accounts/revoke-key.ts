import type { AccountMember } from "@/lib/accounts/check-session";
import { forgetKey } from "@/lib/accounts/find-key";
import { matchesKeyConfirmation } from "@/lib/accounts/key";
import { findAccountKey, markKeyRevoked } from "@/lib/accounts/store";
import type { Queryable } from "@/lib/db/client";
import type { ApiKey } from "@/lib/db/generated/client";
import { DomainError } from "@/lib/domain-error";

/** Idempotent; applies on every process within a second. @throws DomainError KEY_NOT_FOUND */
export async function revokeKey(db: Queryable, keyId: string, at: Date): Promise<ApiKey> {
  const row = await markKeyRevoked(db, { id: keyId }, at);
  if (row === null) throw new DomainError("KEY_NOT_FOUND");
  forgetKey(db, row);
  return row;
}

/** Idempotent. @returns null if `typed` is neither name nor last four characters @throws DomainError KEY_NOT_FOUND */
export async function revokeAccountKey(
  db: Queryable,
  staff: Pick<AccountMember, "accountId">,
  { keyId, typed, at }: { keyId: string; typed: string; at: Date },
): Promise<ApiKey | null> {
  const key = await findAccountKey(db, staff.accountId, keyId);
  if (key !== null && !matchesKeyConfirmation(typed, key)) return null;
  const revoked = await markKeyRevoked(db, { id: keyId, accountId: staff.accountId }, at);
  if (revoked === null) throw new DomainError("KEY_NOT_FOUND");
  forgetKey(db, revoked);
  return revoked;
}

import { forgetKey } from "@/lib/accounts/known-keys";
import { markKeyRevoked } from "@/lib/accounts/store";
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

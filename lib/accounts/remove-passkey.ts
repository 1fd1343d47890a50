import { deletePasskey } from "@/lib/accounts/passkey-store";
import type { Queryable } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";

/** @throws DomainError PASSKEY_NOT_FOUND */
export async function removePasskey(db: Queryable, userId: string, passkeyId: string): Promise<void> {
  if (!(await deletePasskey(db, userId, passkeyId))) throw new DomainError("PASSKEY_NOT_FOUND");
}

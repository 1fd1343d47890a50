import { deletePasskey } from "@/lib/accounts/passkey-store";
import type { Queryable } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";

/**
 * Forgets one of a person's passkeys, which signs nobody in from then on.
 *
 * @throws DomainError PASSKEY_NOT_FOUND, also for another person's
 */
export async function removePasskey(db: Queryable, userId: string, passkeyId: string): Promise<void> {
  if (!(await deletePasskey(db, userId, passkeyId))) throw new DomainError("PASSKEY_NOT_FOUND");
}

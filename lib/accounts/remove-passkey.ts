import type { Queryable } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";

/** @throws DomainError PASSKEY_NOT_FOUND */
export async function removePasskey(db: Queryable, userId: string, passkeyId: string): Promise<void> {
  const { count } = await db.models.passkey.deleteMany({ where: { id: passkeyId, userId } });
  if (count === 0) throw new DomainError("PASSKEY_NOT_FOUND");
}

import type { AccountMember } from "@/lib/accounts/check-session";
import { createKey } from "@/lib/accounts/create-key";
import { forgetKey } from "@/lib/accounts/find-key";
import { expireKeyAt, findAccountKey } from "@/lib/accounts/store";
import type { Database } from "@/lib/db/client";
import type { ApiKey } from "@/lib/db/generated/client";
import { DomainError } from "@/lib/domain-error";

/** The old key keeps working for the overlap. @throws DomainError KEY_NOT_FOUND, KEY_ENDED */
export async function rotateKey(
  db: Database,
  staff: Pick<AccountMember, "accountId" | "userId">,
  rotation: { keyId: string; now: Date; overlapMs: number; lifetimeMs: number | null },
): Promise<{ row: ApiKey; key: string; old: ApiKey }> {
  const { keyId, now, overlapMs, lifetimeMs } = rotation;
  const rotated = await db.transaction(async (tx) => {
    const end = new Date(now.getTime() + overlapMs);
    const old = await expireKeyAt(tx, staff.accountId, keyId, now, end);
    if (old === null) {
      const isKnown = (await findAccountKey(tx, staff.accountId, keyId)) !== null;
      throw new DomainError(isKnown ? "KEY_ENDED" : "KEY_NOT_FOUND");
    }
    const { accountId, name, mode } = old;
    const expiresAt = lifetimeMs === null ? null : new Date(now.getTime() + lifetimeMs);
    return { ...(await createKey(tx, { accountId, name, mode, expiresAt, createdById: staff.userId })), old };
  });
  forgetKey(db, rotated.old);
  return rotated;
}

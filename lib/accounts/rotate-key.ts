import type { AccountMember } from "@/lib/accounts/check-session";
import { createKey } from "@/lib/accounts/create-key";
import { forgetKey } from "@/lib/accounts/find-key";
import { expireKeyAt, findAccountKey } from "@/lib/accounts/store";
import type { Database, Transaction } from "@/lib/db/client";
import type { ApiKey } from "@/lib/db/generated/client";
import { DomainError } from "@/lib/domain-error";

interface Rotation {
  readonly keyId: string;
  readonly now: Date;
  readonly overlapMs: number;
  readonly lifetimeMs: number | null;
}

/** The old key keeps working for the overlap. @throws DomainError KEY_NOT_FOUND, KEY_ENDED */
export async function rotateKey(
  db: Database,
  staff: Pick<AccountMember, "accountId" | "userId">,
  rotation: Rotation,
): Promise<{ row: ApiKey; key: string; old: ApiKey }> {
  const rotated = await db.transaction((tx) => replaceKey(tx, staff, rotation));
  forgetKey(db, rotated.old);
  return rotated;
}

/** Call forgetKey with the old key after the commit. @throws DomainError KEY_NOT_FOUND, KEY_ENDED */
export async function replaceKey(
  tx: Transaction,
  staff: Pick<AccountMember, "accountId" | "userId">,
  { keyId, now, overlapMs, lifetimeMs }: Rotation,
): Promise<{ row: ApiKey; key: string; old: ApiKey }> {
  const end = new Date(now.getTime() + overlapMs);
  const old = await expireKeyAt(tx, staff.accountId, keyId, now, end);
  if (old === null) {
    const isKnown = (await findAccountKey(tx, staff.accountId, keyId)) !== null;
    throw new DomainError(isKnown ? "KEY_ENDED" : "KEY_NOT_FOUND");
  }
  const { accountId, name, mode, allowedNetworks } = old;
  const expiresAt = lifetimeMs === null ? null : new Date(now.getTime() + lifetimeMs);
  const replacement = { accountId, name, mode, allowedNetworks, expiresAt, createdById: staff.userId };
  return { ...(await createKey(tx, replacement)), old };
}

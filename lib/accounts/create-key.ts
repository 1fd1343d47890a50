import type { Mode } from "@/lib/account-scope";
import { generateKey, hashKey, keyPreview } from "@/lib/accounts/key";
import { findAccount } from "@/lib/accounts/store";
import type { Queryable } from "@/lib/db/client";
import type { ApiKey } from "@/lib/db/generated/client";
import { DomainError } from "@/lib/domain-error";

export interface NewKey {
  readonly accountId: string;
  readonly name: string;
  readonly mode: Mode;
  readonly expiresAt?: Date | null;
  readonly createdById?: string | null;
  readonly allowedNetworks?: string[];
}

/** The key is returned only here. @throws DomainError ACCOUNT_NOT_FOUND */
export async function createKey(db: Queryable, input: NewKey): Promise<{ row: ApiKey; key: string }> {
  if ((await findAccount(db, input.accountId)) === null) throw new DomainError("ACCOUNT_NOT_FOUND");
  const key = generateKey(input.mode);
  const row = await db.models.apiKey.create({
    data: { ...input, keyHash: hashKey(key), ...keyPreview(key) },
  });
  return { row, key };
}

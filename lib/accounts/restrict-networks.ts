import type { AccountMember } from "@/lib/accounts/check-session";
import { forgetKey } from "@/lib/accounts/find-key";
import { updateAccount } from "@/lib/accounts/update-account";
import type { Database } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";

/** Of one key, or with null of the account. An empty list allows every network. @throws DomainError KEY_NOT_FOUND */
export async function restrictNetworks(
  db: Database,
  { accountId }: Pick<AccountMember, "accountId">,
  { keyId, networks: allowedNetworks }: { keyId: string | null; networks: string[] },
): Promise<void> {
  if (keyId === null) {
    await updateAccount(db, accountId, { allowedNetworks });
    return;
  }
  const where = { id: keyId, accountId };
  const [key] = await db.models.apiKey.updateManyAndReturn({ where, data: { allowedNetworks } });
  if (key === undefined) throw new DomainError("KEY_NOT_FOUND");
  forgetKey(db, key);
}

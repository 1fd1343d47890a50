import type { Mode } from "@/lib/account-scope";
import type { AccountMember } from "@/lib/accounts/check-session";
import { findAccount, selectKeys } from "@/lib/accounts/store";
import type { Database, Queryable } from "@/lib/db/client";
import type { ApiKey } from "@/lib/db/generated/client";
import { DomainError } from "@/lib/domain-error";

export type KeyWithCreator = ApiKey & { readonly createdBy: string | null };

export async function listAccountKeys(
  db: Database,
  { accountId }: Pick<AccountMember, "accountId">,
  mode: Mode,
): Promise<KeyWithCreator[]> {
  const keys = await db.models.apiKey.findMany({
    where: { accountId, mode },
    orderBy: [{ createdAt: "desc" }, { id: "asc" }],
  });
  const creators = keys.flatMap(({ createdById }) => createdById ?? []);
  const people = await db.models.user.findMany({
    where: { id: { in: creators }, accountId },
    select: { id: true, name: true, email: true },
  });
  const names = new Map(people.map(({ id, name, email }) => [id, name ?? email]));
  return keys.map((key) => ({ ...key, createdBy: names.get(key.createdById ?? "") ?? null }));
}

/** Newest first, including revoked ones. @throws DomainError ACCOUNT_NOT_FOUND */
export async function listKeys(db: Queryable, accountId: string): Promise<ApiKey[]> {
  if ((await findAccount(db, accountId)) === null) throw new DomainError("ACCOUNT_NOT_FOUND");
  return selectKeys(db, accountId);
}

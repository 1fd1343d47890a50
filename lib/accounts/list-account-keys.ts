import type { Staff } from "@/lib/accounts/check-session";
import type { Mode } from "@/lib/accounts/scope";
import type { Database } from "@/lib/db/client";
import type { ApiKey } from "@/lib/db/generated/client";

export type KeyWithCreator = ApiKey & { readonly createdBy: string | null };

/** Newest first, including ended ones. */
export async function listAccountKeys(
  db: Database,
  { accountId }: Pick<Staff, "accountId">,
  mode: Mode,
): Promise<KeyWithCreator[]> {
  const keys = await db.models.apiKey.findMany({
    where: { accountId, mode },
    orderBy: [{ createdAt: "desc" }, { id: "asc" }],
  });
  const creators = keys.flatMap(({ createdById }) => createdById ?? []);
  const people = await db.models.user.findMany({
    where: { id: { in: creators }, accountId },
    select: { id: true, email: true },
  });
  const emails = new Map(people.map(({ id, email }) => [id, email]));
  return keys.map((key) => ({ ...key, createdBy: emails.get(key.createdById ?? "") ?? null }));
}

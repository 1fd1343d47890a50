import { findKnownKey } from "@/lib/accounts/find-key";
import { keyState } from "@/lib/accounts/key";
import { selectKeys } from "@/lib/accounts/store";
import type { Queryable } from "@/lib/db/client";

export async function findTestKey(db: Queryable, accountId: string, now: Date) {
  const row = (await selectKeys(db, accountId)).find(
    (one) => one.mode === "test" && ["active", "expiring"].includes(keyState(one, now)),
  );
  if (row === undefined) return null;
  const key = await findKnownKey(db, Buffer.from(row.keyHash).toString("hex"));
  return key === null ? null : { key, name: row.name, prefix: row.prefix, lastFour: row.lastFour };
}

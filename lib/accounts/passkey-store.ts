import type { Queryable } from "@/lib/db/client";
import type { Passkey } from "@/lib/db/generated/client";

export type ListedPasskey = Pick<Passkey, "id" | "name" | "createdAt" | "lastUsedAt">;

export function selectPasskeys(db: Queryable, userId: string): Promise<ListedPasskey[]> {
  return db.models.passkey.findMany({
    where: { userId },
    select: { id: true, name: true, createdAt: true, lastUsedAt: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
}

/** Excluded when a passkey is made, so that no device makes a second one. */
export function selectCredentials(db: Queryable, userId: string): Promise<Pick<Passkey, "credentialId">[]> {
  return db.models.passkey.findMany({
    where: { userId },
    select: { credentialId: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
}

export function findPasskey(db: Queryable, credentialId: Uint8Array<ArrayBuffer>): Promise<Passkey | null> {
  return db.models.passkey.findFirst({ where: { credentialId } });
}

/** @returns false if the credential exists */
export async function insertPasskey(
  db: Queryable,
  row: {
    userId: string;
    credentialId: Uint8Array<ArrayBuffer>;
    publicKey: Uint8Array<ArrayBuffer>;
    counter: number;
    transports: string[];
    name: string;
    createdAt: Date;
  },
): Promise<boolean> {
  const { count } = await db.models.passkey.createMany({ data: row, skipDuplicates: true });
  return count === 1;
}

/** @returns false if the counter changed meanwhile */
export async function writePasskeyUse(
  db: Queryable,
  passkey: { id: string; counter: bigint },
  { counter, at }: { counter: number; at: Date },
): Promise<boolean> {
  const { count } = await db.models.passkey.updateMany({
    where: { id: passkey.id, counter: passkey.counter },
    data: { counter, lastUsedAt: at },
  });
  return count === 1;
}

export async function deletePasskey(db: Queryable, userId: string, passkeyId: string): Promise<boolean> {
  const { count } = await db.models.passkey.deleteMany({ where: { id: passkeyId, userId } });
  return count === 1;
}

import type { Queryable } from "@/lib/db/client";
import { bytea, int8, type RowOf, text, timestamptz, uuid } from "@/lib/db/row";
import { execute, query } from "@/lib/db/sql";

const LISTED = { id: uuid, name: text, createdAt: timestamptz, lastUsedAt: timestamptz.orNull };

/** A passkey as its owner sees it. */
export type ListedPasskey = Readonly<RowOf<typeof LISTED>>;

export function selectPasskeys(db: Queryable, userId: string): Promise<ListedPasskey[]> {
  return query(db, LISTED)`
    SELECT id, name, created_at, last_used_at FROM passkeys
    WHERE user_id = ${userId}::uuid ORDER BY created_at, id`;
}

/** The credentials that somebody has already, so that no device makes a second one. */
export function selectCredentials(db: Queryable, userId: string): Promise<{ credentialId: Uint8Array }[]> {
  return query(db, { credentialId: bytea })`
    SELECT credential_id FROM passkeys WHERE user_id = ${userId}::uuid ORDER BY created_at, id`;
}

const STORED = {
  id: uuid,
  userId: uuid,
  credentialId: bytea,
  publicKey: bytea,
  counter: int8,
};

export async function findPasskey(
  db: Queryable,
  credentialId: Uint8Array<ArrayBuffer>,
): Promise<Readonly<RowOf<typeof STORED>> | null> {
  const [passkey] = await query(db, STORED)`
    SELECT id, user_id, credential_id, public_key, counter FROM passkeys
    WHERE credential_id = ${credentialId}`;
  return passkey ?? null;
}

/** @returns whether it was put in: a credential belongs to one person, once */
export async function insertPasskey(
  db: Queryable,
  row: {
    userId: string;
    credentialId: Uint8Array<ArrayBuffer>;
    publicKey: Uint8Array<ArrayBuffer>;
    counter: number;
    transports: readonly string[];
    name: string;
    createdAt: Date;
  },
): Promise<boolean> {
  const inserted = await execute(db)`
    INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
    VALUES (${row.userId}::uuid, ${row.credentialId}, ${row.publicKey}, ${row.counter}::bigint,
            ${[...row.transports]}::text[], ${row.name}, ${row.createdAt}::timestamptz)
    ON CONFLICT (credential_id) DO NOTHING`;
  return inserted === 1;
}

/** Moves a passkey's counter. @returns whether it was still as it was read: of two answers at once, one counts */
export async function writePasskeyUse(
  db: Queryable,
  passkey: { id: string; counter: bigint },
  { counter, at }: { counter: number; at: Date },
): Promise<boolean> {
  const written = await execute(db)`
    UPDATE passkeys SET counter = ${counter}::bigint, last_used_at = ${at}::timestamptz
    WHERE id = ${passkey.id}::uuid AND counter = ${passkey.counter}::bigint`;
  return written === 1;
}

/** @returns whether the person had it */
export async function deletePasskey(db: Queryable, userId: string, passkeyId: string): Promise<boolean> {
  const deleted = await execute(db)`
    DELETE FROM passkeys WHERE id = ${passkeyId}::uuid AND user_id = ${userId}::uuid`;
  return deleted === 1;
}

import { hashOfKey, isWellFormedKey, type KeyWithOwner } from "@/lib/accounts/key";
import { findKeyByHash, findKeyById } from "@/lib/accounts/store";
import type { Queryable } from "@/lib/db/client";
import { invalidateRow, RowCache } from "@/lib/db/row-cache";
import { DomainError } from "@/lib/domain-error";
import { bearerToken } from "@/lib/http/bearer";

/** (spec, Authentication) @throws DomainError KEY_MISSING, KEY_MALFORMED, KEY_INVALID */
export async function findKey(db: Queryable, header: string | null): Promise<KeyWithOwner> {
  if (header === null || header.trim() === "") throw new DomainError("KEY_MISSING");
  const key = bearerToken(header);
  if (key === undefined || !isWellFormedKey(key)) throw new DomainError("KEY_MALFORMED");
  const row = await findKnownKey(db, hashOfKey(key));
  if (row === null) throw new DomainError("KEY_INVALID");
  return row;
}

const TABLE = "api_keys";

const keys = new RowCache<KeyWithOwner | null>({ table: TABLE, most: 10_000 });

/** Cached. Includes expired keys. @param hash hexadecimal */
export function findKnownKey(db: Queryable, hash: string): Promise<KeyWithOwner | null> {
  return keys.get(db, hash, () => findKeyByHash(db, Buffer.from(hash, "hex")));
}

/** Not cached. @throws DomainError KEY_INVALID */
export async function getKey(db: Queryable, keyId: string): Promise<KeyWithOwner> {
  const key = await findKeyById(db, keyId);
  if (key === null) throw new DomainError("KEY_INVALID");
  return key;
}

/** Call after the commit of a change to the key. */
export function forgetKey(db: Queryable, { keyHash }: { readonly keyHash: Uint8Array }): void {
  invalidateRow(db, TABLE, Buffer.from(keyHash).toString("hex"));
}

/** Call after the commit of the change. */
export function forgetKeysOfAccounts(db: Queryable): void {
  invalidateRow(db, TABLE, null);
}

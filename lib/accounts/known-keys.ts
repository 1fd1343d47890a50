import type { KeyWithOwner } from "@/lib/accounts/key";
import { findKeyByHash } from "@/lib/accounts/store";
import type { Queryable } from "@/lib/db/client";
import { forgetRow, Remembered } from "@/lib/db/remembered";

const TABLE = "api_keys";

const keys = new Remembered<KeyWithOwner | null>({ table: TABLE, most: 10_000 });

/** The key with this hash, in hexadecimal, with its account. Whether it has expired is for each request to decide. */
export function findKnownKey(db: Queryable, hash: string): Promise<KeyWithOwner | null> {
  return keys.get(db, hash, () => findKeyByHash(db, Buffer.from(hash, "hex")));
}

/** Has a change of a key hold in this process from the next request on; called after its commit. */
export function forgetKey(db: Queryable, { keyHash }: { readonly keyHash: Uint8Array }): void {
  forgetRow(db, TABLE, Buffer.from(keyHash).toString("hex"));
}

/** The same of a change of an account, which is remembered with its keys. */
export function forgetKeysOfAccounts(db: Queryable): void {
  forgetRow(db, TABLE, null);
}

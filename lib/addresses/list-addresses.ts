import type { Staff } from "@/lib/accounts/check-session";
import { MAX_SAVED_ADDRESSES, type SavedAddress } from "@/lib/addresses/address";
import { selectAddresses } from "@/lib/addresses/store";
import type { Queryable } from "@/lib/db/client";

/** By name; both modes share them. */
export function listAddresses(
  db: Queryable,
  { accountId }: Pick<Staff, "accountId">,
): Promise<SavedAddress[]> {
  return selectAddresses(db, accountId, MAX_SAVED_ADDRESSES);
}

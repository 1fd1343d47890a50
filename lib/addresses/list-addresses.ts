import type { Staff } from "@/lib/accounts/check-session";
import type { SavedAddress } from "@/lib/addresses/address";
import { selectAddresses } from "@/lib/addresses/store";
import type { Queryable } from "@/lib/db/client";

/** The addresses that an account has saved, by name; both of its worlds have the same. */
export function listAddresses(db: Queryable, staff: Pick<Staff, "accountId">): Promise<SavedAddress[]> {
  return selectAddresses(db, staff.accountId);
}

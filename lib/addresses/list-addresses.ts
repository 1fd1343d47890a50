import type { Staff } from "@/lib/accounts/check-session";
import { MAX_SAVED_ADDRESSES, type SavedAddress } from "@/lib/addresses/address";
import { addressFromRow } from "@/lib/addresses/store";
import type { Queryable } from "@/lib/db/client";

/** The addresses that an account has saved, by name; both of its modes have the same. */
export async function listAddresses(
  db: Queryable,
  { accountId }: Pick<Staff, "accountId">,
): Promise<SavedAddress[]> {
  const rows = await db.savedAddress.findMany({
    where: { accountId },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    take: MAX_SAVED_ADDRESSES,
  });
  return rows.map(addressFromRow);
}

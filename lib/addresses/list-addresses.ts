import type { Staff } from "@/lib/accounts/check-session";
import { MAX_SAVED_ADDRESSES, type SavedAddress } from "@/lib/addresses/address";
import { addressFromRow } from "@/lib/addresses/store";
import type { Queryable } from "@/lib/db/client";

/** The account's saved addresses, by name; both modes share them. */
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

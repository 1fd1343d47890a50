import type { AccountMember } from "@/lib/accounts/check-session";
import type { Queryable } from "@/lib/db/client";
import type { SavedAddress as AddressRow } from "@/lib/db/generated/client";
import { valuesFromRow } from "@/lib/orders/rows";
import { MAX_SAVED_ADDRESSES, type SavedAddress } from "@/lib/orders/saved-addresses/address";
import { ADDRESS_FIELDS } from "@/lib/orders/stop-fields";

export async function listAddresses(
  db: Queryable,
  { accountId }: Pick<AccountMember, "accountId">,
): Promise<SavedAddress[]> {
  const rows = await db.models.savedAddress.findMany({
    where: { accountId },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    take: MAX_SAVED_ADDRESSES,
  });
  return rows.map(addressFromRow);
}

export function addressFromRow(row: AddressRow): SavedAddress {
  return {
    id: row.id,
    name: row.name,
    address: valuesFromRow(ADDRESS_FIELDS, row),
    contact: { value: row.contactValue, name: row.contactName, type: row.contactType },
  };
}

import type { SavedAddress } from "@/lib/addresses/address";
import type { Queryable, Transaction } from "@/lib/db/client";
import type { SavedAddress as AddressRow } from "@/lib/db/generated/client";
import type { Door } from "@/lib/orders/order";
import { valuesFromRow } from "@/lib/orders/rows";
import { ADDRESS_FIELDS } from "@/lib/orders/stop-fields";

export function countAddresses(tx: Transaction, accountId: string): Promise<number> {
  return tx.models.savedAddress.count({ where: { accountId } });
}

export async function selectAddresses(
  db: Queryable,
  accountId: string,
  limit: number,
): Promise<SavedAddress[]> {
  const rows = await db.models.savedAddress.findMany({
    where: { accountId },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    take: limit,
  });
  return rows.map(addressFromRow);
}

export async function insertAddress(
  tx: Transaction,
  accountId: string,
  name: string,
  { address, contact }: Door,
): Promise<SavedAddress> {
  const { value: contactValue, name: contactName, type: contactType } = contact;
  return addressFromRow(
    await tx.models.savedAddress.create({
      data: { accountId, name, ...address, contactValue, contactName, contactType },
    }),
  );
}

export async function deleteRow(db: Queryable, accountId: string, id: string): Promise<boolean> {
  const { count } = await db.models.savedAddress.deleteMany({ where: { id, accountId } });
  return count === 1;
}

function addressFromRow(row: AddressRow): SavedAddress {
  return {
    id: row.id,
    name: row.name,
    address: valuesFromRow(ADDRESS_FIELDS, row),
    contact: { value: row.contactValue, name: row.contactName, type: row.contactType },
  };
}

import type { SavedAddress } from "@/lib/addresses/address";
import type { Queryable, Transaction } from "@/lib/db/client";
import type { SavedAddress as Row } from "@/lib/db/generated/client";
import type { Pickup } from "@/lib/orders/order";
import { valuesFromRow } from "@/lib/orders/rows";
import { ADDRESS_FIELDS } from "@/lib/orders/stop-fields";

export function countAddresses(tx: Transaction, accountId: string): Promise<number> {
  return tx.savedAddress.count({ where: { accountId } });
}

export async function insertAddress(
  tx: Transaction,
  accountId: string,
  name: string,
  { address, contact }: Pickup,
): Promise<SavedAddress> {
  const row = await tx.savedAddress.create({
    data: {
      accountId,
      name,
      ...address,
      contactValue: contact.value,
      contactName: contact.name,
      contactType: contact.type,
    },
  });
  return addressFromRow(row);
}

/** Deletes an account's address; answers false when it has no such one. */
export async function deleteRow(db: Queryable, accountId: string, id: string): Promise<boolean> {
  const { count } = await db.savedAddress.deleteMany({ where: { id, accountId } });
  return count === 1;
}

/** A row as the account's people see it. */
export function addressFromRow(row: Row): SavedAddress {
  return {
    id: row.id,
    name: row.name,
    address: valuesFromRow(ADDRESS_FIELDS, row),
    contact: { value: row.contactValue, name: row.contactName, type: row.contactType },
  };
}

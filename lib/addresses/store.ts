import type { SavedAddress } from "@/lib/addresses/address";
import type { Queryable, Transaction } from "@/lib/db/client";
import type { SavedAddress as Row } from "@/lib/db/generated/client";
import type { Pickup } from "@/lib/orders/order";

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
  const { id, name, latitude, longitude, area, street, building, intercom, instructions } = row;
  return {
    id,
    name,
    address: {
      latitude,
      longitude,
      area,
      street,
      building,
      apartment: wholeNumber(row.apartment),
      entrance: wholeNumber(row.entrance),
      floor: wholeNumber(row.floor),
      intercom,
      instructions,
    },
    contact: { value: row.contactValue, name: row.contactName, type: row.contactType },
  };
}

/** What came in as a safe integer goes out as one. */
function wholeNumber(value: bigint | null): number | null {
  return value === null ? null : Number(value);
}

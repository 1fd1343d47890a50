import type { SavedAddress } from "@/lib/addresses/address";
import type { Queryable, Transaction } from "@/lib/db/client";
import { float8, int4, int8, oneOf, type RowOf, text, uuid } from "@/lib/db/row";
import { execute, query, sql } from "@/lib/db/sql";
import type { Door } from "@/lib/orders/order";
import { valuesFromRow } from "@/lib/orders/rows";
import { ADDRESS_FIELDS, CONTACT_TYPES } from "@/lib/orders/stop-fields";

const ROW = {
  id: uuid,
  name: text,
  latitude: float8,
  longitude: float8,
  area: text,
  street: text,
  building: text,
  apartment: int8.orNull,
  entrance: int8.orNull,
  floor: int8.orNull,
  intercom: text.orNull,
  instructions: text.orNull,
  contactValue: text,
  contactName: text.orNull,
  contactType: oneOf(CONTACT_TYPES),
};

const COLUMNS = sql`
  id, name, latitude, longitude, area, street, building, apartment, entrance, floor, intercom, instructions,
  contact_value, contact_name, contact_type`;

export async function countAddresses(tx: Transaction, accountId: string): Promise<number> {
  const [row] = await query(tx, { count: int4 })`
    SELECT count(*)::int AS count FROM saved_addresses WHERE account_id = ${accountId}::uuid`;
  return row?.count ?? 0;
}

/** An account's addresses, by name. */
export async function selectAddresses(
  db: Queryable,
  accountId: string,
  limit: number,
): Promise<SavedAddress[]> {
  const rows = await query(db, ROW)`
    SELECT ${COLUMNS} FROM saved_addresses WHERE account_id = ${accountId}::uuid ORDER BY name, id LIMIT ${limit}`;
  return rows.map(addressFromRow);
}

export async function insertAddress(
  tx: Transaction,
  accountId: string,
  name: string,
  { address, contact }: Door,
): Promise<SavedAddress> {
  const [row] = await query(tx, ROW)`
    INSERT INTO saved_addresses (account_id, name, latitude, longitude, area, street, building, apartment, entrance,
                                 floor, intercom, instructions, contact_value, contact_name, contact_type)
    VALUES (${accountId}::uuid, ${name}, ${address.latitude}::float8, ${address.longitude}::float8, ${address.area},
            ${address.street}, ${address.building}, ${address.apartment}::bigint, ${address.entrance}::bigint,
            ${address.floor}::bigint, ${address.intercom}, ${address.instructions}, ${contact.value},
            ${contact.name}, ${contact.type}::contact_type)
    RETURNING ${COLUMNS}`;
  if (row === undefined) throw new Error("A row that was inserted is returned.");
  return addressFromRow(row);
}

/** Deletes an account's address; answers false when it has no such one. */
export async function deleteRow(db: Queryable, accountId: string, id: string): Promise<boolean> {
  const deleted = await execute(db)`
    DELETE FROM saved_addresses WHERE id = ${id}::uuid AND account_id = ${accountId}::uuid`;
  return deleted === 1;
}

/** A row as the account's people see it. */
function addressFromRow(row: RowOf<typeof ROW>): SavedAddress {
  return {
    id: row.id,
    name: row.name,
    address: valuesFromRow(ADDRESS_FIELDS, row),
    contact: { value: row.contactValue, name: row.contactName, type: row.contactType },
  };
}

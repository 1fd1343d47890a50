import type { AccountScope } from "@/lib/account-scope";
import type { Queryable } from "@/lib/db/client";
import { int4, toColumn } from "@/lib/db/row";
import { query, Sql } from "@/lib/db/sql";
import { isErased } from "@/lib/orders/erased";
import { inScope } from "@/lib/orders/load-order";
import type { Stop } from "@/lib/orders/order";
import { ADDRESS_AND_CONTACT_ROW, addressAndContactFromRow } from "@/lib/orders/rows";

const ORDERS = 60;
const MOST = 40;

const COLUMNS = Object.keys(ADDRESS_AND_CONTACT_ROW).map((name) => `s.${toColumn(name)}`);

export interface RecentStops {
  readonly pickup: Stop | null;
  readonly recipients: readonly Stop[];
}

export async function listRecentStops(db: Queryable, scope: AccountScope): Promise<RecentStops> {
  const rows = await query(db, { position: int4, ...ADDRESS_AND_CONTACT_ROW })`
    SELECT s.position::int AS position, ${new Sql([COLUMNS.join(", ")], [])}
    FROM (SELECT o.id, o.created_at FROM orders o WHERE ${inScope(scope)}
          ORDER BY o.created_at DESC, o.id DESC LIMIT ${ORDERS}) AS o
    JOIN order_stops s ON s.order_id = o.id
    ORDER BY o.created_at DESC, o.id DESC, s.position`;
  const doors = rows
    .map((row) => ({ isPickup: row.position === 0, door: addressAndContactFromRow(row) }))
    .filter(({ door }) => !isErased(door));
  const recipients = new Map<string, Stop>();
  for (const { isPickup, door } of doors) {
    const { street, building, apartment } = door.address;
    const key = JSON.stringify([door.contact.value, street, building, apartment]);
    if (!isPickup && !recipients.has(key)) recipients.set(key, door);
  }
  return {
    pickup: doors.find(({ isPickup }) => isPickup)?.door ?? null,
    recipients: [...recipients.values()].slice(0, MOST),
  };
}

import type { AccountScope } from "@/lib/account-scope";
import type { Queryable } from "@/lib/db/client";
import { type RowOf, text, uuid } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { inScope } from "@/lib/orders/load-order";

const COURIER = { id: uuid, name: text };

export type ListedCourier = Readonly<RowOf<typeof COURIER>>;

const NEWEST_ORDERS = 300;

/** Lists the couriers of the scope's newest orders by name, and the selected one if they had any. */
export function listOrderCouriers(
  db: Queryable,
  scope: AccountScope,
  chosen: string,
): Promise<ListedCourier[]> {
  const courier = chosen === "" ? null : chosen;
  return query(db, COURIER)`
    SELECT c.id, c.name FROM couriers c
    WHERE c.id IN (SELECT o.courier_id FROM (SELECT o.courier_id FROM orders o WHERE ${inScope(scope)}
                                             ORDER BY o.created_at DESC, o.id DESC LIMIT ${NEWEST_ORDERS}) AS o
                   WHERE o.courier_id IS NOT NULL)
       OR (c.id = ${courier}::uuid AND EXISTS (SELECT 1 FROM orders o WHERE o.courier_id = c.id AND ${inScope(scope)}))
    ORDER BY c.name, c.id`;
}

import type { Mode } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { accounts, orderStops, orders } from "@/lib/db/generated/columns";
import { bool, pick, type RowOf } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { EVERYTHING, selectNumbers } from "@/lib/orders/list/list-any-orders";

const FOUND = {
  ...pick(orders, "externalOrderId status createdAt"),
  code: orders.orderCode,
  accountName: accounts.name,
  ...pick(orderStops, "street building"),
  hasCourier: bool,
};

/** An order that a search of operators has found, whosever it is. */
export type OrderAnywhere = Readonly<RowOf<typeof FOUND>>;

const MOST = 12;

/** The newest orders of a mode, of every account and finished ones too, that a text or a shop's name means; at most 12. */
export async function findOrdersAnywhere(db: Queryable, mode: Mode, typed: string): Promise<OrderAnywhere[]> {
  if (typed.trim() === "") return [];
  return query(db, FOUND)`
    SELECT o.order_code AS code, o.external_order_id, a.name AS account_name, o.status,
           o.courier_id IS NOT NULL AS has_courier, s.street, s.building, o.created_at
    FROM (${selectNumbers({ ...EVERYTHING, mode, search: typed }, MOST)}) AS found
    JOIN orders o ON o.id = found.id
    JOIN accounts a ON a.id = o.account_id
    CROSS JOIN LATERAL (SELECT street, building FROM order_stops
                        WHERE order_id = o.id ORDER BY position DESC LIMIT 1) s
    ORDER BY o.created_at DESC, o.id DESC`;
}

import type { Mode } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { bool, oneOf, type RowOf, text, timestamptz } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { EVERYTHING, selectNumbers } from "@/lib/orders/list/list-any-orders";
import { ORDER_STATUSES } from "@/lib/orders/order";

const FOUND = {
  code: text,
  externalOrderId: text,
  accountName: text,
  status: oneOf(ORDER_STATUSES),
  hasCourier: bool,
  /** Where it goes in the end. */
  street: text,
  building: text,
  createdAt: timestamptz,
};

/** An order that a search of operators has found, whosever it is. */
export type OperatorSearchHit = Readonly<RowOf<typeof FOUND>>;

const MOST = 12;

/** The newest orders of a mode, of every account and finished ones too, that a text or a shop's name means; at most 12. */
export async function findOrdersAnywhere(
  db: Queryable,
  mode: Mode,
  typed: string,
): Promise<OperatorSearchHit[]> {
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

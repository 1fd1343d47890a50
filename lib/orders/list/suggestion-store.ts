import type { Staff } from "@/lib/accounts/check-session";
import { MODES } from "@/lib/accounts/scope";
import { beginsWith } from "@/lib/db/begins-with";
import type { Queryable } from "@/lib/db/client";
import { bool, oneOf, type RowOf, text } from "@/lib/db/row";
import { join, query, sql } from "@/lib/db/sql";
import { ORDER_STATUSES } from "@/lib/orders/order";
import type { OrderSearch } from "@/lib/orders/search";

const FOUND = {
  code: text,
  externalOrderId: text,
  mode: oneOf(MODES),
  status: oneOf(ORDER_STATUSES),
  hasCourier: bool,
  /** Where it goes in the end. */
  street: text,
  building: text,
};

/** An order that a search has found, as a line names it. */
export type FoundOrder = Readonly<RowOf<typeof FOUND>>;

// What begins with two letters may be a hundred thousand streets; nobody picks from those.
const MOST_CANDIDATES = 500;

/**
 * The newest orders of an account, in both modes, that a search may mean. Of more than 500 that one of its meanings
 * fits, the first by that meaning are looked at.
 */
export function selectFound(
  db: Queryable,
  { accountId }: Pick<Staff, "accountId">,
  search: OrderSearch,
  limit: number,
): Promise<FoundOrder[]> {
  const own = sql`account_id = ${accountId}::uuid`;
  const mostOf = sql`LIMIT ${MOST_CANDIDATES}`;
  const meanings = MODES.map(
    (mode) => sql`(SELECT id FROM orders WHERE ${own} AND mode = ${mode}::mode
      AND ${beginsWith(sql`external_order_id`, search.externalOrderId)} ORDER BY external_order_id ${mostOf})`,
  );
  if (search.orderCode !== null) {
    meanings.push(sql`(SELECT id FROM orders WHERE ${own} AND order_code = ${search.orderCode})`);
  }
  for (const [column, text] of [
    [sql`search_phone`, search.phone],
    [sql`search_street`, search.street],
  ] as const) {
    if (text === null) continue;
    meanings.push(sql`(SELECT order_id FROM order_stops WHERE ${own} AND ${beginsWith(column, text)}
      ORDER BY ${column}, order_id DESC ${mostOf})`);
  }
  return query(db, FOUND)`
    SELECT o.order_code AS code, o.external_order_id, o.mode, o.status, o.courier_id IS NOT NULL AS has_courier,
           s.street, s.building
    FROM (${join(meanings, " UNION ")}) AS found
    JOIN orders o ON o.id = found.id AND o.account_id = ${accountId}::uuid
    CROSS JOIN LATERAL (SELECT street, building FROM order_stops
                        WHERE order_id = o.id ORDER BY position DESC LIMIT 1) s
    ORDER BY o.created_at DESC, o.id DESC LIMIT ${limit}`;
}

import type { Mode } from "@/lib/accounts/scope";
import { beginsWith } from "@/lib/db/begins-with";
import type { Queryable } from "@/lib/db/client";
import { contains } from "@/lib/db/contains";
import { bool, oneOf, type RowOf, text, timestamptz } from "@/lib/db/row";
import { join, query, type Sql, sql } from "@/lib/db/sql";
import { ORDER_STATUSES } from "@/lib/orders/order";
import { type OrderSearch, parseSearch } from "@/lib/orders/search";

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
export type OrderAnywhere = Readonly<RowOf<typeof FOUND>>;

const MOST = 12;
/** Of one account, by one meaning of the text. */
const MOST_OF_ACCOUNT = 12;

/**
 * The newest orders of a mode, finished ones too, that a text may mean, of every account: the beginning of an
 * external_order_id, or of a street with its building, a code, the end of a phone number, or a part of a shop's name.
 * At most 12.
 */
export async function findOrdersAnywhere(db: Queryable, mode: Mode, typed: string): Promise<OrderAnywhere[]> {
  // PostgreSQL texts hold no NUL, so no order has one either.
  const search = typed.includes("\0") ? null : parseSearch(typed);
  return search === null ? [] : selectAnywhere(db, mode, search);
}

/** Looks in each account by itself: their indexes begin with the account, and accounts are few. */
function selectAnywhere(db: Queryable, mode: Mode, search: OrderSearch): Promise<OrderAnywhere[]> {
  const ofAccount = (meaning: Sql) => sql`
    SELECT one.id FROM accounts a CROSS JOIN LATERAL (${meaning}) AS one`;
  const meanings = [
    ofAccount(sql`
      SELECT o.id FROM orders o
      WHERE o.account_id = a.id AND o.mode = ${mode}::mode
        AND ${beginsWith(sql`o.external_order_id`, search.externalOrderId)}
      ORDER BY o.external_order_id LIMIT ${MOST_OF_ACCOUNT}`),
    sql`
      SELECT one.id FROM accounts a CROSS JOIN LATERAL (
        SELECT o.id FROM orders o WHERE o.account_id = a.id AND o.mode = ${mode}::mode
        ORDER BY o.created_at DESC, o.id DESC LIMIT ${MOST_OF_ACCOUNT}) AS one
      WHERE ${contains(sql`a.name`, search.externalOrderId)}`,
  ];
  if (search.orderCode !== null) {
    meanings.push(sql`SELECT o.id FROM orders o WHERE o.order_code = ${search.orderCode}`);
  }
  for (const [column, key] of [
    [sql`s.search_phone`, search.phone],
    [sql`s.search_street`, search.street],
  ] as const) {
    if (key === null) continue;
    meanings.push(
      ofAccount(sql`
        SELECT s.order_id AS id FROM order_stops s WHERE s.account_id = a.id AND ${beginsWith(column, key)}
        ORDER BY ${column}, s.order_id DESC LIMIT ${MOST_OF_ACCOUNT}`),
    );
  }
  return query(db, FOUND)`
    SELECT o.order_code AS code, o.external_order_id, a.name AS account_name, o.status,
           o.courier_id IS NOT NULL AS has_courier, s.street, s.building, o.created_at
    FROM (${join(meanings, " UNION ")}) AS found
    JOIN orders o ON o.id = found.id AND o.mode = ${mode}::mode
    JOIN accounts a ON a.id = o.account_id
    CROSS JOIN LATERAL (SELECT street, building FROM order_stops
                        WHERE order_id = o.id ORDER BY position DESC LIMIT 1) s
    ORDER BY o.created_at DESC, o.id DESC LIMIT ${MOST}`;
}

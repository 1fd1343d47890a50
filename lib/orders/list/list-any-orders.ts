import type { Mode } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { bool, numeric, oneOf, type RowOf, text, timestamptz } from "@/lib/db/row";
import { join, query, type Sql, sql } from "@/lib/db/sql";
import { findOrdersAnywhere } from "@/lib/orders/list/find-orders-anywhere";
import { ORDER_STATUSES, type OrderStatus } from "@/lib/orders/order";

/** As many orders as a page shows. */
export const ANY_PAGE_LENGTH = 50;

const LISTED = {
  code: text,
  status: oneOf(ORDER_STATUSES),
  accountName: text,
  courierName: text.orNull,
  /** Where it goes in the end. */
  street: text,
  building: text,
  createdAt: timestamptz,
  /** When it is to be delivered; null for as soon as possible. */
  deliveryTime: timestamptz.orNull,
  /** When it was delivered or cancelled, or last changed its status otherwise. */
  changedAt: timestamptz,
  price: numeric.orNull,
  /** Whether somebody has to say what becomes of goods. */
  isAsked: bool,
};

/** An order in the list of all accounts' orders. */
export type AnyOrder = Readonly<RowOf<typeof LISTED>>;

/** Which orders to list. */
export interface AnyOrderFilter {
  readonly mode: Mode;
  readonly status: OrderStatus | null;
  readonly accountId: string | null;
  readonly courierId: string | null;
  /** Whether only those with an open question or a reported problem. */
  readonly isProblem: boolean;
  readonly search: string;
  /** The code of the order that the page comes after; null for the first page. */
  readonly after: string | null;
  readonly isOldestFirst: boolean;
}

/** A page of all accounts' orders, finished ones too, and whether more follow. A search finds the 12 newest it may mean. */
export async function listAnyOrders(
  db: Queryable,
  filter: AnyOrderFilter,
): Promise<{ orders: AnyOrder[]; hasMore: boolean }> {
  const found = filter.search === "" ? null : await findOrdersAnywhere(db, filter.mode, filter.search);
  const orders = await selectAny(db, filter, found === null ? null : found.map(({ code }) => code));
  return { orders: orders.slice(0, ANY_PAGE_LENGTH), hasMore: orders.length > ANY_PAGE_LENGTH };
}

function conditionsOf(
  { mode, status, courierId, isProblem, after, isOldestFirst }: AnyOrderFilter,
  codes: readonly string[] | null,
): Sql {
  const than = isOldestFirst ? sql`>` : sql`<`;
  return join(
    [
      sql`o.mode = ${mode}::mode`,
      ...(codes === null ? [] : [sql`o.order_code = ANY(${[...codes]}::text[])`]),
      ...(status === null ? [] : [sql`o.status = ${status}::order_status`]),
      ...(courierId === null ? [] : [sql`o.courier_id = ${courierId}::uuid`]),
      ...(isProblem
        ? [
            sql`EXISTS (SELECT FROM order_stops s WHERE s.order_id = o.id
                  AND (s.resolution = 'ask' OR (s.feedback = 'problem' AND s.feedback_settled_at IS NULL)))`,
          ]
        : []),
      ...(after === null
        ? []
        : [
            sql`(o.created_at, o.id) ${than} (SELECT e.created_at, e.id FROM orders e WHERE e.order_code = ${after})`,
          ]),
    ],
    " AND ",
  );
}

/** Each account's part comes by its own index, and accounts are few. */
function selectAny(
  db: Queryable,
  filter: AnyOrderFilter,
  codes: readonly string[] | null,
): Promise<AnyOrder[]> {
  const { accountId, isOldestFirst } = filter;
  const order = isOldestFirst ? sql`o.created_at, o.id` : sql`o.created_at DESC, o.id DESC`;
  const limit = sql`LIMIT ${ANY_PAGE_LENGTH + 1}`;
  return query(db, LISTED)`
    SELECT o.order_code AS code, o.status, a.name AS account_name, c.name AS courier_name, s.street, s.building,
           o.created_at, o.delivery_time, h.changed_at, o.price,
           EXISTS (SELECT FROM order_stops q WHERE q.order_id = o.id AND q.resolution = 'ask') AS is_asked
    FROM (SELECT one.id FROM accounts a CROSS JOIN LATERAL (
            SELECT o.id FROM orders o WHERE o.account_id = a.id AND ${conditionsOf(filter, codes)}
            ORDER BY ${order} ${limit}) AS one
          WHERE ${accountId}::uuid IS NULL OR a.id = ${accountId}::uuid) AS listed
    JOIN orders o ON o.id = listed.id
    JOIN accounts a ON a.id = o.account_id
    LEFT JOIN couriers c ON c.id = o.courier_id
    CROSS JOIN LATERAL (SELECT street, building FROM order_stops
                        WHERE order_id = o.id ORDER BY position DESC LIMIT 1) s
    CROSS JOIN LATERAL (SELECT changed_at FROM order_status_changes
                        WHERE order_id = o.id ORDER BY id DESC LIMIT 1) h
    ORDER BY ${order} ${limit}`;
}

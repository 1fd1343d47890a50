import type { Mode } from "@/lib/account-scope";
import type { Queryable } from "@/lib/db/client";
import { contains } from "@/lib/db/contains";
import { accounts, couriers, orderStops, orders } from "@/lib/db/generated/columns";
import { bool, pick, type RowOf, timestamptz } from "@/lib/db/row";
import { join, query, type Sql, sql } from "@/lib/db/sql";
import { toWindowText, type WindowText, windowFromRow } from "@/lib/orders/delivery-window";
import { isScheduled } from "@/lib/orders/is-scheduled";
import { matchesSearch, ORDER_OF_NUMBER, searchList } from "@/lib/orders/list/search-sql";
import type { OrderStatus } from "@/lib/orders/order";
import { parseSearch, scopeToAccount } from "@/lib/orders/search";

export const ANY_PAGE_LENGTH = 50;

const LISTED = {
  ...pick(orders, "externalOrderId status createdAt deliveryTime windowFrom windowTo dispatchAt price"),
  code: orders.orderCode,
  accountName: accounts.name,
  courierName: couriers.name.orNull,
  ...pick(orderStops, "street building"),
  /** Delivery, cancellation, or the last other status change. */
  changedAt: timestamptz,
  isAsked: bool,
};

export interface OperatorListItem extends Omit<RowOf<typeof LISTED>, "windowFrom" | "windowTo"> {
  readonly deliveryWindow: WindowText | null;
}

export interface OperatorFilter {
  readonly mode: Mode;
  readonly status: OrderStatus | null;
  readonly accountId: string | null;
  readonly courierId: string | null;
  /** Whether to show only orders with an open question or a reported problem. */
  readonly isProblem: boolean;
  /** A search text or part of a shop's name; empty for all. */
  readonly search: string;
  /** The last order code of the previous page; null for the first page. */
  readonly after: string | null;
  readonly isOldestFirst: boolean;
}

export const EVERYTHING: Omit<OperatorFilter, "mode"> = {
  status: null,
  accountId: null,
  courierId: null,
  isProblem: false,
  search: "",
  after: null,
  isOldestFirst: false,
};

export async function listOrdersForOperators(
  db: Queryable,
  filter: OperatorFilter,
): Promise<{ orders: OperatorListItem[]; hasMore: boolean }> {
  const orders = await selectAny(db, filter, ANY_PAGE_LENGTH + 1);
  return { orders: orders.slice(0, ANY_PAGE_LENGTH), hasMore: orders.length > ANY_PAGE_LENGTH };
}

const MAX_HITS = 12;

/** Finds up to 12 of a mode's newest orders by text or shop name, ended ones too. */
export async function searchAnyOrders(db: Queryable, mode: Mode, typed: string, now: Date) {
  const isBlank = typed.trim() === "";
  const orders = isBlank ? [] : await selectAny(db, { ...EVERYTHING, mode, search: typed }, MAX_HITS);
  return orders.map(({ courierName, dispatchAt, ...order }) => {
    const { code, externalOrderId, accountName, status, street, building, createdAt } = order;
    const hasCourier = courierName !== null;
    return {
      ...{ code, externalOrderId, accountName, status, hasCourier, street, building, createdAt },
      isScheduled: isScheduled({ status, hasCourier, dispatchAt: dispatchAt.toISOString() }, now.getTime()),
    };
  });
}

export type OperatorSearchHit = Omit<Awaited<ReturnType<typeof searchAnyOrders>>[number], "createdAt"> & {
  readonly createdAt: string;
};

function buildConditions(filter: OperatorFilter): Sql {
  const { mode, status, accountId, courierId, after } = filter;
  const conditions = [sql`o.mode = ${mode}::mode`];
  if (accountId !== null) conditions.push(sql`o.account_id = ${accountId}::uuid`);
  if (status !== null) conditions.push(sql`o.status = ${status}::order_status`);
  if (courierId !== null) conditions.push(sql`o.courier_id = ${courierId}::uuid`);
  if (filter.isProblem) {
    conditions.push(sql`EXISTS (SELECT FROM order_stops s WHERE s.order_id = o.id
      AND (s.resolution = 'ask' OR (s.feedback = 'problem' AND s.feedback_settled_at IS NULL)))`);
  }
  if (after !== null) {
    const than = filter.isOldestFirst ? sql`>` : sql`<`;
    conditions.push(
      sql`(o.created_at, o.id) ${than} (SELECT e.created_at, e.id FROM orders e WHERE e.order_code = ${after})`,
    );
  }
  return join(conditions, " AND ");
}

const isBeyond = ({ after, isOldestFirst }: OperatorFilter) =>
  after === null
    ? sql`TRUE`
    : sql`o.id ${isOldestFirst ? sql`>` : sql`<`} (SELECT e.id FROM orders e WHERE e.order_code = ${after})`;

const buildOrderBy = ({ isOldestFirst }: OperatorFilter) =>
  isOldestFirst ? sql`o.created_at, o.id` : sql`o.created_at DESC, o.id DESC`;

function selectNumbers(filter: OperatorFilter, limit: number): Sql {
  const { accountId, isOldestFirst } = filter;
  const conditions = buildConditions(filter);
  const page = (most: number) => sql`ORDER BY ${buildOrderBy(filter)} LIMIT ${most}`;
  // Each account has its own index range, and accounts are few.
  const ofAccounts = (accounts: Sql, more = sql`TRUE`, most = limit) => sql`
    SELECT one.* FROM accounts a CROSS JOIN LATERAL (
      SELECT o.id, o.created_at FROM orders o
      WHERE o.account_id = a.id AND ${conditions} AND ${more} ${page(most)}) AS one
    WHERE ${accounts}`;
  const expected = sql`(${accountId}::uuid IS NULL OR a.id = ${accountId}::uuid)`;
  const search = parseSearch(filter.search);
  if (search === null) return sql`SELECT o.id FROM (${ofAccounts(expected)}) AS o ${page(limit)}`;
  // PostgreSQL texts cannot contain NUL.
  const shop = filter.search.trim().replaceAll("\0", "\uFFFD").toWellFormed();
  const direction = isOldestFirst ? sql`ASC` : sql`DESC`;
  // No index covers all accounts by time, but ids follow time.
  const byNumber = (where: Sql, most: number) => sql`
    SELECT o.id, o.created_at FROM orders o WHERE ${where} ORDER BY o.id ${direction} LIMIT ${most}`;
  const found = searchList({
    search: accountId === null ? search : scopeToAccount(search, accountId),
    first: (most) =>
      accountId === null ? byNumber(isBeyond(filter), most) : ofAccounts(expected, sql`TRUE`, most),
    isListed: conditions,
    ofFound: (condition) => sql`
      SELECT o.id, o.created_at FROM found CROSS JOIN ${ORDER_OF_NUMBER} WHERE ${condition} AND ${conditions} ${page(limit)}`,
    byList: (condition) => {
      const isFound = sql`${condition} AND ${matchesSearch(search)}`;
      return accountId === null
        ? byNumber(sql`${conditions} AND ${isFound}`, limit)
        : ofAccounts(expected, isFound);
    },
    page: page(limit),
    limit,
  });
  return sql`
    SELECT o.id FROM (
      SELECT * FROM (${found}) AS searched
      UNION ${ofAccounts(sql`${expected} AND ${contains(sql`a.name`, shop)}`)}) AS o
    ${page(limit)}`;
}

async function selectAny(db: Queryable, filter: OperatorFilter, limit: number): Promise<OperatorListItem[]> {
  const rows = await query(db, LISTED)`
    SELECT o.order_code AS code, o.external_order_id, o.status, a.name AS account_name, c.name AS courier_name, s.street, s.building,
           o.created_at, o.delivery_time, o.window_from, o.window_to, o.dispatch_at, h.changed_at, o.price,
           EXISTS (SELECT FROM order_stops q WHERE q.order_id = o.id AND q.resolution = 'ask') AS is_asked
    FROM (${selectNumbers(filter, limit)}) AS listed
    JOIN orders o ON o.id = listed.id
    JOIN accounts a ON a.id = o.account_id
    LEFT JOIN couriers c ON c.id = o.courier_id
    CROSS JOIN LATERAL (SELECT street, building FROM order_stops
                        WHERE order_id = o.id ORDER BY position DESC LIMIT 1) s
    CROSS JOIN LATERAL (SELECT changed_at FROM order_status_changes
                        WHERE order_id = o.id ORDER BY id DESC LIMIT 1) h
    ORDER BY ${buildOrderBy(filter)}`;
  return rows.map(({ windowFrom, windowTo, ...row }) => ({
    ...row,
    deliveryWindow: toWindowText(windowFromRow({ windowFrom, windowTo })),
  }));
}

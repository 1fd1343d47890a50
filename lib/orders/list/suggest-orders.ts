import { MODES } from "@/lib/account-scope";
import type { AccountMember } from "@/lib/accounts/check-session";
import type { Queryable } from "@/lib/db/client";
import { orderStops, orders } from "@/lib/db/generated/columns";
import { bool, pick, type RowOf } from "@/lib/db/row";
import { join, query, type Sql, sql } from "@/lib/db/sql";
import { isScheduled } from "@/lib/orders/is-scheduled";
import { matchesSearch, ORDER_OF_NUMBER, searchList } from "@/lib/orders/list/search-sql";
import { parseSearch, scopeToAccount } from "@/lib/orders/search";

const FOUND = {
  ...pick(orders, "externalOrderId mode status dispatchAt"),
  code: orders.orderCode,
  ...pick(orderStops, "street building"),
  hasCourier: bool,
};

export type SearchHit = Readonly<Omit<RowOf<typeof FOUND>, "dispatchAt"> & { isScheduled: boolean }>;

const MOST = 8;

/** Finds up to eight of the account's newest orders in both modes. */
export async function suggestOrders(
  db: Queryable,
  { accountId }: Pick<AccountMember, "accountId">,
  typed: string,
  now: Date,
): Promise<SearchHit[]> {
  const search = parseSearch(typed);
  if (search === null) return [];
  const own = sql`o.account_id = ${accountId}::uuid`;
  const page = (most: number) => sql`ORDER BY o.created_at DESC, o.id DESC LIMIT ${most}`;
  const byMode = (condition: Sql, most: number) => {
    const parts = MODES.map(
      (mode) => sql`(SELECT o.id, o.created_at FROM orders o
        WHERE ${own} AND o.mode = ${mode}::mode AND ${condition} ${page(most)})`,
    );
    return sql`SELECT o.id, o.created_at FROM (${join(parts, " UNION ALL ")}) AS o ${page(most)}`;
  };
  const found = searchList({
    search: scopeToAccount(search, accountId),
    first: (most) => byMode(sql`TRUE`, most),
    ofFound: (condition) =>
      sql`SELECT o.id, o.created_at FROM found CROSS JOIN ${ORDER_OF_NUMBER} WHERE ${condition} AND ${own} ${page(MOST)}`,
    byList: (condition) => byMode(sql`${condition} AND ${matchesSearch(search)}`, MOST),
    page: page(MOST),
    limit: MOST,
  });
  const rows = await query(db, FOUND)`
    SELECT o.order_code AS code, o.external_order_id, o.mode, o.status, o.dispatch_at, o.courier_id IS NOT NULL AS has_courier,
           s.street, s.building
    FROM (${found}) AS found
    CROSS JOIN ${ORDER_OF_NUMBER}
    CROSS JOIN LATERAL (SELECT street, building FROM order_stops
                        WHERE order_id = o.id ORDER BY position DESC LIMIT 1) s
    ${page(MOST)}`;
  return rows.map(({ dispatchAt, ...row }) => ({
    ...row,
    isScheduled: isScheduled({ ...row, dispatchAt: dispatchAt.toISOString() }, now.getTime()),
  }));
}

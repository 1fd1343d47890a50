import type { Staff } from "@/lib/accounts/check-session";
import { MODES } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { bool, oneOf, type RowOf, text } from "@/lib/db/row";
import { join, query, sql } from "@/lib/db/sql";
import { isMeant, MOST_MATCHES, matches, ORDER_OF_NUMBER } from "@/lib/orders/list/search-sql";
import { ORDER_STATUSES } from "@/lib/orders/order";
import { ofAccount, parseSearch } from "@/lib/orders/search";

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

const MOST = 8;

/** The newest orders of an account, in both modes, that a text may mean. At most eight. */
export async function suggestOrders(
  db: Queryable,
  { accountId }: Pick<Staff, "accountId">,
  typed: string,
): Promise<FoundOrder[]> {
  const search = parseSearch(typed);
  if (search === null) return [];
  const areFew = sql`(SELECT count(*) FROM found) <= ${MOST_MATCHES}`;
  const newest = sql`ORDER BY o.created_at DESC, o.id DESC LIMIT ${MOST}`;
  const byMode = MODES.map(
    (mode) => sql`(SELECT o.* FROM orders o
      WHERE NOT ${areFew} AND o.account_id = ${accountId}::uuid AND o.mode = ${mode}::mode AND ${isMeant(search)} ${newest})`,
  );
  return query(db, FOUND)`
    WITH ${matches(ofAccount(search, accountId))}
    SELECT o.order_code AS code, o.external_order_id, o.mode, o.status, o.courier_id IS NOT NULL AS has_courier,
           s.street, s.building
    FROM ((SELECT o.* FROM found CROSS JOIN ${ORDER_OF_NUMBER}
           WHERE ${areFew} AND o.account_id = ${accountId}::uuid ${newest})
          UNION ALL ${join(byMode, " UNION ALL ")}) AS o
    CROSS JOIN LATERAL (SELECT street, building FROM order_stops
                        WHERE order_id = o.id ORDER BY position DESC LIMIT 1) s
    ${newest}`;
}

import type { AccountScope } from "@/lib/account-scope";
import type { Queryable } from "@/lib/db/client";
import { buildConditions, type FilterClock } from "@/lib/orders/list/conditions";
import type { OrderFilter } from "@/lib/orders/list/order-filter";
import { MAX_NEW_ORDERS, type OrderListItem, PAGE_LENGTH } from "@/lib/orders/list/order-list-item";
import { countOthers, findCursor, selectByCodes } from "@/lib/orders/list/store";

export interface RefreshedPage {
  readonly orders: readonly OrderListItem[];
  /** New orders that the page lacks; at most 100. */
  readonly newCount: number;
}

/** The order codes of a page. Only the first page counts new orders. */
export interface ShownCodes {
  readonly codes: readonly string[];
  readonly isFirst: boolean;
}

/** Reloads a page's orders, matching or not, and counts new ones unless a search is active. */
export async function refreshOrders(
  db: Queryable,
  scope: AccountScope,
  query: FilterClock & { filter: OrderFilter; shown: ShownCodes },
): Promise<RefreshedPage> {
  const { codes, isFirst } = query.shown;
  const conditions = buildConditions(query.filter, query);
  const orders = codes.length === 0 ? [] : await selectByCodes(db, scope, codes, query.now);
  if (!isFirst || conditions.search !== null) return { orders, newCount: 0 };
  // Orders that move up from the next page are not new.
  const last = codes.length < PAGE_LENGTH ? undefined : orders.at(-1);
  const after = last === undefined ? null : await findCursor(db, scope, last.code);
  const stretch = { limit: codes.length + MAX_NEW_ORDERS, ...(after === null ? {} : { after }) };
  const others = await countOthers(db, scope, conditions, stretch, codes);
  return { orders, newCount: Math.min(others, MAX_NEW_ORDERS) };
}

import type { AccountScope } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { type ListedOrder, MOST_NEW, PAGE_LENGTH } from "@/lib/orders/list/listed-order";
import { conditionsOf, type OrderFilter } from "@/lib/orders/list/order-filter";
import { countOthers, findPlace, selectByCodes } from "@/lib/orders/list/store";

/** What a page of a list shows, as it is now. */
export interface RefreshedOrders {
  readonly orders: readonly ListedOrder[];
  /** How many orders would stand in the page besides, and newer than its last one; at most 100. */
  readonly newCount: number;
}

/** What a page shows, and whether it is the list's beginning, where new orders come in. */
export interface ShownOrders {
  readonly codes: readonly string[];
  readonly isFirst: boolean;
}

/**
 * The orders that a page shows, whether or not its filter would still let them through, so that none goes away under
 * its reader's hands; those that have come into the list since are only counted. It is asked at every change, so none
 * is counted beside a search, which may take long.
 */
export async function refreshOrders(
  db: Queryable,
  scope: AccountScope,
  query: { filter: OrderFilter; timeZone: string; shown: ShownOrders },
): Promise<RefreshedOrders> {
  const { codes, isFirst } = query.shown;
  const conditions = conditionsOf(query.filter, query.timeZone);
  const orders = codes.length === 0 ? [] : await selectByCodes(db, scope, codes);
  if (!isFirst || conditions.search !== null) return { orders, newCount: 0 };
  // What moves up from the next page is not new.
  const last = codes.length < PAGE_LENGTH ? undefined : orders.at(-1);
  const after = last === undefined ? null : await findPlace(db, scope, last.code);
  const stretch = { limit: codes.length + MOST_NEW, ...(after === null ? {} : { after }) };
  const others = await countOthers(db, scope, conditions, stretch, codes);
  return { orders, newCount: Math.min(others, MOST_NEW) };
}

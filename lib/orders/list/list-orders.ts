import type { AccountScope } from "@/lib/account-scope";
import type { Queryable } from "@/lib/db/client";
import { buildConditions, type FilterClock } from "@/lib/orders/list/conditions";
import type { OrderFilter, PageBoundary } from "@/lib/orders/list/order-filter";
import { type OrderListItem, PAGE_LENGTH } from "@/lib/orders/list/order-list-item";
import { findCursor, selectRange, sumRange } from "@/lib/orders/list/store";

export interface Page<Item> {
  readonly orders: readonly Item[];
  readonly isFirst: boolean;
  /** Null at the end of the list. */
  readonly older: PageBoundary | null;
  readonly newer: PageBoundary | null;
}

/** Lists a page of matching orders. The cursor is an order; an unknown one starts at the beginning. */
export async function listOrders(
  db: Queryable,
  scope: AccountScope,
  query: FilterClock & { filter: OrderFilter; edge: PageBoundary | null; length?: number },
): Promise<Page<OrderListItem>> {
  const { filter, edge, length = PAGE_LENGTH } = query;
  const place = edge === null ? null : await findCursor(db, scope, edge.code);
  const side = edge === null || place === null ? null : edge.side;
  const found = await selectRange(db, scope, buildConditions(filter, query), {
    limit: length + 1,
    ...(side === null || place === null ? {} : { [side]: place }),
  });
  // The extra row shows whether another page follows.
  const hasMore = found.length > length;
  const orders = side === "after" && hasMore ? found.slice(1) : found.slice(0, length);
  const [first, last] = [orders.at(0), orders.at(-1)];
  const hasOlder = side === "after" || hasMore;
  const hasNewer = side === "before" || (side === "after" && hasMore);
  return {
    orders,
    isFirst: side === null,
    older: hasOlder && last !== undefined ? { side: "before", code: last.code } : null,
    newer: hasNewer && first !== undefined ? { side: "after", code: first.code } : null,
  };
}

const MAX_SUMMED = 100_000;

/** Sums the orders of a filter with days; null without days, or with too many orders. */
export async function sumOrders(
  db: Queryable,
  scope: AccountScope,
  query: FilterClock & { filter: OrderFilter },
): Promise<{ count: number; total: number } | null> {
  if (query.filter.from === "" && query.filter.to === "") return null;
  const conditions = buildConditions(query.filter, query);
  const sum = await sumRange(db, scope, conditions, MAX_SUMMED + 1);
  return sum.count > MAX_SUMMED ? null : sum;
}

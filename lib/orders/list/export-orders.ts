import type { AccountScope } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { csvHead, csvLines } from "@/lib/orders/list/order-csv";
import { conditionsOf, type OrderFilter } from "@/lib/orders/list/order-filter";
import { type ListPlace, selectExported } from "@/lib/orders/list/store";

/** The most orders that one file holds. */
export const MOST_EXPORTED = 100_000;

const BATCH = 1_000;

/**
 * The scope's orders that a filter lets through as a CSV file, newest first, at most 100,000. It is made piece by piece
 * as it is read: no more than one batch of orders is held, and no transaction stays open.
 */
export async function* exportOrders(
  db: Queryable,
  scope: AccountScope,
  query: { filter: OrderFilter; timeZone: string },
): AsyncGenerator<string> {
  const { filter, timeZone } = query;
  const conditions = conditionsOf(filter, timeZone);
  yield csvHead(timeZone);
  let before: ListPlace | null = null;
  for (let count = 0; count < MOST_EXPORTED; count += BATCH) {
    const stretch = { limit: BATCH, ...(before === null ? {} : { before }) };
    const { orders, end } = await selectExported(db, scope, conditions, stretch);
    yield csvLines(orders, timeZone);
    if (orders.length < BATCH) return;
    before = end;
  }
}

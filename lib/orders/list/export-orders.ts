import type { AccountScope } from "@/lib/account-scope";
import type { Queryable } from "@/lib/db/client";
import { buildConditions, type FilterClock } from "@/lib/orders/list/conditions";
import { type CsvFormat, csvHead, csvLines } from "@/lib/orders/list/order-csv";
import type { OrderFilter } from "@/lib/orders/list/order-filter";
import { type ListCursor, selectExported } from "@/lib/orders/list/store";

export const MAX_EXPORTED = 100_000;

const BATCH = 1_000;

/** Streams the scope's matching orders as CSV, newest first, at most 100,000, one batch at a time. */
export async function* exportOrders(
  db: Queryable,
  scope: AccountScope,
  query: FilterClock & { filter: OrderFilter; format: CsvFormat },
): AsyncGenerator<string> {
  const { filter, timeZone, format } = query;
  const conditions = buildConditions(filter, query);
  yield csvHead(timeZone, format);
  let before: ListCursor | null = null;
  for (let count = 0; count < MAX_EXPORTED; count += BATCH) {
    const stretch = { limit: BATCH, ...(before === null ? {} : { before }) };
    const { orders, end } = await selectExported(db, scope, conditions, stretch);
    yield csvLines(orders, timeZone, format);
    if (orders.length < BATCH) return;
    before = end;
  }
}

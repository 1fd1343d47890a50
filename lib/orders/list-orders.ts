import type { AccountScope } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { selectOrders } from "@/lib/orders/store";
import type { StoredOrder } from "@/lib/orders/stored-order";

/** A page of the scope's orders, newest first (spec, GET /orders). Never creates a tracking link. */
export function listOrders(
  db: Queryable,
  scope: AccountScope,
  page: { limit: number; offset: number },
): Promise<StoredOrder[]> {
  return selectOrders(db, scope, page);
}

import type { AccountScope } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { type OpenOrder, selectAccountOpenOrders } from "@/lib/orders/list/open-store";

const MOST = 500;

/** The scope's orders that have not ended, those without a courier first; at most 500. */
export function listAccountOpenOrders(db: Queryable, scope: AccountScope): Promise<OpenOrder[]> {
  return selectAccountOpenOrders(db, scope, MOST);
}

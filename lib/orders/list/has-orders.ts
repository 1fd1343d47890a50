import type { AccountScope } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { existsOrder } from "@/lib/orders/list/store";

/** Whether the account has ever ordered in this world. */
export function hasOrders(db: Queryable, scope: AccountScope): Promise<boolean> {
  return existsOrder(db, scope);
}

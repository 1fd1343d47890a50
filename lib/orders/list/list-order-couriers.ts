import type { AccountScope } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { type ListedCourier, selectCouriers } from "@/lib/orders/list/store";

export type { ListedCourier };

const NEWEST_ORDERS = 300;

/** The couriers of the scope's newest orders, to choose from, and the one who is chosen, if they had an order of it. */
export function listOrderCouriers(
  db: Queryable,
  scope: AccountScope,
  courier: string,
): Promise<ListedCourier[]> {
  return selectCouriers(db, scope, { courier: courier === "" ? null : courier, newest: NEWEST_ORDERS });
}

import type { Queryable } from "@/lib/db/client";
import { findByCode } from "@/lib/orders/ops-store";
import type { OrderRow } from "@/lib/orders/order-row";

/**
 * The order with this code, whichever account's it is: the way in for operators, who act on all of them.
 *
 * @returns null when there is none
 */
export function findOrderByCode(db: Queryable, orderCode: string): Promise<OrderRow | null> {
  return findByCode(db, orderCode.toUpperCase());
}

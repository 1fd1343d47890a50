import type { Staff } from "@/lib/accounts/check-session";
import type { Queryable } from "@/lib/db/client";
import type { StoredOrder } from "@/lib/orders/stored-order";
import { findScopedOrderByCode } from "@/lib/orders/stored-order";

/**
 * The order with this code, in either mode of the account: the entry point for its people, whose URLs name orders by
 * code.
 *
 * @returns null when there is none, or it is another account's
 */
export async function findAccountOrder(
  db: Queryable,
  staff: Pick<Staff, "scope">,
  orderCode: string,
): Promise<StoredOrder | null> {
  const code = orderCode.toUpperCase();
  return (
    (await findScopedOrderByCode(db, staff.scope("live"), code)) ??
    (await findScopedOrderByCode(db, staff.scope("test"), code))
  );
}

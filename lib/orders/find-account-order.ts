import type { Staff } from "@/lib/accounts/check-session";
import type { AccountScope } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { findOrderByCode, type StoredOrder } from "@/lib/orders/store";

/** An order of an account, and the world that it stands in. */
export interface AccountOrder {
  readonly scope: AccountScope;
  readonly order: StoredOrder;
}

/**
 * The order with this code, in whichever world of the account: the way in for its people, whose addresses name orders
 * by their codes.
 *
 * @returns null when there is none, or it is another account's
 */
export async function findAccountOrder(
  db: Queryable,
  staff: Pick<Staff, "scope">,
  orderCode: string,
): Promise<AccountOrder | null> {
  for (const mode of ["live", "test"] as const) {
    const scope = staff.scope(mode);
    const order = await findOrderByCode(db, scope, orderCode.toUpperCase());
    if (order !== null) return { scope, order };
  }
  return null;
}

import type { Staff } from "@/lib/accounts/check-session";
import type { Queryable } from "@/lib/db/client";
import { detailsVersion } from "@/lib/orders/details-version";
import { findAccountOrder } from "@/lib/orders/find-account-order";
import type { StoredDetails } from "@/lib/orders/rows";
import { selectDetails } from "@/lib/orders/store";
import type { StoredOrder } from "@/lib/orders/stored-order";

/** An order of an account with everything that its client decides. */
export interface DetailedOrder extends StoredDetails {
  readonly order: StoredOrder;
  /** What an edit of these details names as seen. */
  readonly version: string;
}

/**
 * The order with this code and its details, in whichever mode of the account.
 *
 * @returns null when there is none, or it is another account's
 */
export async function findOrderDetails(
  db: Queryable,
  staff: Pick<Staff, "scope">,
  orderCode: string,
): Promise<DetailedOrder | null> {
  const order = await findAccountOrder(db, staff, orderCode);
  if (order === null) return null;
  const stored = await selectDetails(db, order);
  return { order, ...stored, version: detailsVersion(stored.details) };
}

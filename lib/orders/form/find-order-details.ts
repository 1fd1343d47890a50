import type { Staff } from "@/lib/accounts/check-session";
import type { Queryable } from "@/lib/db/client";
import { detailsVersion } from "@/lib/orders/details-version";
import { type AccountOrder, findAccountOrder } from "@/lib/orders/find-account-order";
import type { StoredDetails } from "@/lib/orders/rows";
import { selectDetails } from "@/lib/orders/store";

/** An order of an account with everything that its client decides. */
export interface DetailedOrder extends AccountOrder, StoredDetails {
  /** What an edit of these details names as seen. */
  readonly version: string;
}

/**
 * The order with this code and its details, in whichever world of the account.
 *
 * @returns null when there is none, or it is another account's
 */
export async function findOrderDetails(
  db: Queryable,
  staff: Pick<Staff, "scope">,
  orderCode: string,
): Promise<DetailedOrder | null> {
  const found = await findAccountOrder(db, staff, orderCode);
  if (found === null) return null;
  const stored = await selectDetails(db, found.order);
  return { ...found, ...stored, version: detailsVersion(stored.details) };
}

import type { Staff } from "@/lib/accounts/check-session";
import type { Queryable } from "@/lib/db/client";
import { type FoundOrder, selectFound } from "@/lib/orders/list/suggestion-store";
import { parseSearch } from "@/lib/orders/search";

export type { FoundOrder };

const MOST = 8;

/**
 * The newest orders of an account, in both modes, that may match a text: the beginning of an external_order_id, or of a
 * street with its building, a code, or the end of a phone number. At most eight.
 */
export async function suggestOrders(
  db: Queryable,
  staff: Pick<Staff, "accountId">,
  text: string,
): Promise<FoundOrder[]> {
  // PostgreSQL texts hold no NUL, so no order has one either.
  const search = text.includes("\0") ? null : parseSearch(text);
  return search === null ? [] : selectFound(db, staff, search, MOST);
}

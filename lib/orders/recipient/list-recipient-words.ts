import type { Queryable } from "@/lib/db/client";
import type { OrderRef } from "@/lib/orders/order-ref";
import { type RecipientWords, selectWords } from "@/lib/orders/recipient/store";

export type { RecipientWords };

/** What an order's recipients have said, in dropoff order; those who have said nothing are left out. */
export function listRecipientWords(db: Queryable, order: OrderRef): Promise<RecipientWords[]> {
  return selectWords(db, order);
}

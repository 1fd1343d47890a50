import type { Queryable } from "@/lib/db/client";
import { selectProgress } from "@/lib/orders/courier-store";
import type { Progress } from "@/lib/orders/progress";

/** How far the courier of an order has come. */
export function getProgress(db: Queryable, orderId: bigint): Promise<Progress> {
  return selectProgress(db, orderId);
}

import type { Queryable } from "@/lib/db/client";
import type { Progress } from "@/lib/orders/carrying/progress";
import { selectProgress } from "@/lib/orders/carrying/store";

/** How far the courier of an order has come. */
export function getProgress(db: Queryable, orderId: bigint): Promise<Progress> {
  return selectProgress(db, orderId);
}

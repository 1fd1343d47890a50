import type { AccountScope, Mode } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { MOST_COUNTED } from "@/lib/orders/list/listed-order";

/** How many orders are open in each mode. */
export type OpenCounts = Readonly<Record<Mode, number>>;

/** How many of the scope's orders are open: new, assigned or on the way; at most `MOST_COUNTED`. */
export function countOpenOrders(db: Queryable, { accountId, mode }: AccountScope): Promise<number> {
  return db.models.order.count({
    where: { accountId, mode, status: { in: ["new", "assigned", "in_progress"] } },
    take: MOST_COUNTED,
  });
}

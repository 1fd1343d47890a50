import type { Mode } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";

/** Counts all accounts' orders created since an instant whose distances are straight lines. */
export function countEstimatedOrders(db: Queryable, mode: Mode, since: Date): Promise<number> {
  return db.models.order.count({ where: { routing: "estimate", mode, createdAt: { gt: since } } });
}

import type { Database } from "@/lib/db/client";
import { execute } from "@/lib/db/sql";

/** Lets couriers of this database have several orders, as in the release after this one. */
export async function allowSeveralOrders(db: Database): Promise<void> {
  await execute(db)`DROP INDEX one_active_order_per_courier`;
}

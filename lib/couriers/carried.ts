import { type Sql, sql } from "@/lib/db/sql";

/**
 * Whether an order `o` is in its courier's hands: on its way, or cancelled with goods that go back. Written exactly so in
 * the indexes one_active_order_per_courier and carried_orders, which PostgreSQL uses only then.
 */
export const CARRIED: Sql = sql`(o.status IN ('assigned', 'in_progress') OR o.return_state = 'on_the_way')`;

import { type Sql, sql } from "@/lib/db/sql";

/**
 * The order `o` is on its way, or its goods go back. PostgreSQL uses the indexes one_active_order_per_courier and
 * carried_orders only for exactly this expression.
 */
export const CARRIED: Sql = sql`(o.status IN ('assigned', 'in_progress') OR o.return_state = 'on_the_way')`;

import { type Sql, sql } from "@/lib/db/sql";

/** For order `o`. Must equal the condition of the indexes one_active_order_per_courier and carried_orders. */
export const COURIER_HAS_ORDER_SQL: Sql = sql`(o.status IN ('assigned', 'in_progress') OR o.return_state = 'on_the_way')`;

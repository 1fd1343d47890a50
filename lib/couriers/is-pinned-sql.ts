import { type Sql, sql } from "@/lib/db/sql";

/** Whether an operator has pinned order `o` to the courier who has it. */
export const IS_PINNED_SQL: Sql = sql`EXISTS (
  SELECT FROM route_pins pin WHERE pin.order_id = o.id AND pin.courier_id = o.courier_id)`;

import { type Sql, sql } from "@/lib/db/sql";

/** Whether the courier of route stop `r` is there. */
export const IS_STOP_REACHED_SQL: Sql = sql`EXISTS (
  SELECT FROM orders o
  LEFT JOIN order_stops s ON s.order_id = o.id AND s.position = r.stop_position AND r.kind = 'deliver'
  WHERE o.id = r.order_id AND CASE r.kind WHEN 'collect' THEN o.accepted_at IS NOT NULL AND o.arrived_at IS NOT NULL
                                          WHEN 'deliver' THEN s.arrived_at IS NOT NULL
                                          WHEN 'return' THEN o.return_arrived_at IS NOT NULL ELSE false END)`;

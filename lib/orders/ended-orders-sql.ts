import { sql } from "@/lib/db/sql";

/**
 * Ended orders `o` with their last change `l`, to be restricted by `l.courier_id` and `l.changed_at`, which have an index.
 * The former instants that a change during an upgrade can leave are not joined.
 */
export const ENDED_ORDERS_SQL = sql`order_last_changes l JOIN orders o
  ON o.id = l.order_id AND o.updated_at = l.changed_at AND o.status IN ('delivered', 'cancelled')`;

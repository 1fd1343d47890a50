import type { Queryable } from "@/lib/db/client";
import { timestamptz } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { type Progress, progressOf } from "@/lib/orders/carrying/progress";
import type { OrderRow } from "@/lib/orders/order-row";

const PROGRESS_ROW = {
  acceptedAt: timestamptz.orNull,
  arrivedAt: timestamptz.orNull,
  changedAt: timestamptz,
  stopArrivedAt: timestamptz.orNull,
  stopDeliveredAt: timestamptz.orNull,
};

/** How far the order's courier has come. */
export async function getProgress(db: Queryable, { id }: OrderRow): Promise<Progress> {
  const rows = await query(db, PROGRESS_ROW)`
    SELECT o.accepted_at, o.arrived_at, h.changed_at,
           s.arrived_at AS stop_arrived_at, s.delivered_at AS stop_delivered_at
    FROM orders o
    JOIN order_stops s ON s.order_id = o.id AND s.position > 0
    CROSS JOIN LATERAL (SELECT changed_at FROM order_status_changes
                        WHERE order_id = o.id ORDER BY id DESC LIMIT 1) h
    WHERE o.id = ${id} ORDER BY s.position`;
  const [order] = rows;
  if (order === undefined) throw new Error("An order has dropoffs and a history.");
  const { acceptedAt, arrivedAt, changedAt } = order;
  const dropoffs = rows.map((stop) => ({ arrivedAt: stop.stopArrivedAt, deliveredAt: stop.stopDeliveredAt }));
  return progressOf({ acceptedAt, arrivedAt, changedAt, dropoffs });
}

import type { Queryable } from "@/lib/db/client";
import { orderStatusChanges, orderStops, orders } from "@/lib/db/generated/columns";
import { pick } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { type Progress, progressOf } from "@/lib/orders/carrying/progress";
import type { OrderRow } from "@/lib/orders/order-row";

const PROGRESS_ROW = {
  ...pick(orders, "acceptedAt arrivedAt returnState returnArrivedAt takeoverSince"),
  changedAt: orderStatusChanges.changedAt,
  ...pick(orderStops, "failedAt attempts resolution"),
  stopArrivedAt: orderStops.arrivedAt,
  stopDeliveredAt: orderStops.deliveredAt,
};

/** How far the order's courier has come. */
export async function getProgress(db: Queryable, { id }: OrderRow): Promise<Progress> {
  const rows = await query(db, PROGRESS_ROW)`
    SELECT o.accepted_at, o.arrived_at, o.return_state, o.return_arrived_at, o.takeover_since, h.changed_at,
           s.arrived_at AS stop_arrived_at, s.delivered_at AS stop_delivered_at, s.failed_at,
           s.attempts::int AS attempts, s.resolution
    FROM orders o
    JOIN order_stops s ON s.order_id = o.id AND s.position > 0
    CROSS JOIN LATERAL (SELECT changed_at FROM order_status_changes
                        WHERE order_id = o.id ORDER BY id DESC LIMIT 1) h
    WHERE o.id = ${id} ORDER BY s.position`;
  const [order] = rows;
  if (order === undefined) throw new Error("An order has dropoffs and a history.");
  const { acceptedAt, arrivedAt, returnState, returnArrivedAt, takeoverSince, changedAt } = order;
  const dropoffs = rows.map(({ stopArrivedAt, stopDeliveredAt, failedAt, attempts, resolution }) => ({
    arrivedAt: stopArrivedAt,
    deliveredAt: stopDeliveredAt,
    failedAt,
    attempts,
    resolution,
  }));
  return progressOf({
    acceptedAt,
    arrivedAt,
    returnState,
    returnArrivedAt,
    takeoverSince,
    changedAt,
    dropoffs,
  });
}

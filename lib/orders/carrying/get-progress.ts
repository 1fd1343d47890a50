import type { Queryable } from "@/lib/db/client";
import { timestamptz } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { type Progress, progressOf } from "@/lib/orders/carrying/progress";
import type { OrderRow } from "@/lib/orders/order-row";

const DROPOFF = {
  acceptedAt: timestamptz.orNull,
  arrivedAtPickup: timestamptz.orNull,
  changedAt: timestamptz.orNull,
  arrivedAt: timestamptz.orNull,
  deliveredAt: timestamptz.orNull,
};

/** How far the order's courier has come. */
export async function getProgress(db: Queryable, { id }: OrderRow): Promise<Progress> {
  const dropoffs = await query(db, DROPOFF)`
    SELECT o.accepted_at, o.arrived_at AS arrived_at_pickup,
           (SELECT c.changed_at FROM order_status_changes c WHERE c.order_id = o.id ORDER BY c.id DESC LIMIT 1)
             AS changed_at,
           s.arrived_at, s.delivered_at
    FROM orders o JOIN order_stops s ON s.order_id = o.id AND s.position > 0
    WHERE o.id = ${id} ORDER BY s.position`;
  const [first] = dropoffs;
  if (first === undefined) throw new Error("An order has a dropoff at least.");
  const { acceptedAt, arrivedAtPickup: arrivedAt, changedAt } = first;
  return progressOf({
    acceptedAt,
    arrivedAt,
    changedAt: changedAt ?? undefined,
    dropoffs: dropoffs.map(({ arrivedAt, deliveredAt }) => ({ arrivedAt, deliveredAt })),
  });
}

import type { Database, Queryable } from "@/lib/db/client";
import { int4, int8, timestamptz } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { findWay } from "@/lib/orders/carrying/find-way";
import { approachLeg, drivenLegs } from "@/lib/routing/driven-legs";
import { simulationSpeed } from "@/lib/simulator/simulated-order";
import type { TrackedOrder } from "@/lib/tracking/tracked-order";

/** Where a token leads. */
export interface LinkTarget {
  readonly orderId: bigint;
  /** The dropoff that the link is of, counted from 0; null for the whole order. */
  readonly dropoff: number | null;
}

/** The order, or the one of its dropoffs, whose link has this token. */
export async function findLink(db: Queryable, token: string): Promise<LinkTarget | null> {
  const [row] = await query(db, { orderId: int8, position: int4.orNull })`
    SELECT id AS order_id, NULL::int AS position FROM orders WHERE tracking_token = ${token}
    UNION ALL
    SELECT order_id, position::int FROM order_stops WHERE tracking_token = ${token}
    LIMIT 1`;
  if (row === undefined) return null;
  return { orderId: row.orderId, dropoff: row.position === null ? null : row.position - 1 };
}

/** When what a link leads to ended; null while it goes on, undefined when there is no such link. */
export async function findLinkEnd(db: Queryable, token: string): Promise<Date | null | undefined> {
  const [row] = await query(db, { endedAt: timestamptz.orNull })`
    SELECT coalesce(link.delivered_at, (SELECT c.changed_at FROM order_status_changes c
             WHERE c.order_id = link.id AND c.status IN ('delivered', 'cancelled'))) AS ended_at
    FROM (SELECT id, NULL::timestamptz AS delivered_at FROM orders WHERE tracking_token = ${token}
          UNION ALL
          SELECT order_id, delivered_at FROM order_stops WHERE tracking_token = ${token}) AS link
    LIMIT 1`;
  return row === undefined ? undefined : row.endedAt;
}

/** The order behind a link, with everything that its page is made from. */
export async function findTracked(
  db: Database,
  link: LinkTarget,
  simulatorSpeed: number,
): Promise<TrackedOrder | null> {
  const order = await db.models.order.findUnique({
    where: { id: link.orderId },
    include: {
      stops: { orderBy: { position: "asc" } },
      statusChanges: { orderBy: { id: "asc" }, select: { status: true, changedAt: true } },
      courier: { include: { position: true } },
    },
  });
  const [pickup, ...dropoffs] = order?.stops ?? [];
  if (order === null || pickup === undefined) return null;
  const { courier } = order;
  const way = await findWay(db, order.id);
  return {
    id: order.id,
    orderCode: order.orderCode,
    isTest: order.mode === "test",
    status: order.status,
    deliveryTime: order.deliveryTime,
    dropoff: link.dropoff,
    history: order.statusChanges.map(({ status, changedAt }) => ({ status, at: changedAt })),
    arrivedAtPickup: order.arrivedAt,
    pickup,
    dropoffs,
    approach: approachLeg(pickup, dropoffs, way),
    legs: drivenLegs(pickup, dropoffs, order.routingMode, way),
    courier: courier && {
      name: courier.name,
      phone: courier.phone,
      transport: {
        type: courier.transportType,
        make: courier.make,
        model: courier.model,
        color: courier.color,
        number: courier.number,
      },
    },
    position: courier?.position ?? null,
    speed: courier?.isSimulated ? simulationSpeed(order, simulatorSpeed) : 1,
  };
}

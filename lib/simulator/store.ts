import type { Mode } from "@/lib/accounts/scope";
import { CARRIED } from "@/lib/couriers/carried";
import type { TransportType } from "@/lib/couriers/vehicle";
import type { Database, Transaction } from "@/lib/db/client";
import { int4, uuid } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { findWay } from "@/lib/orders/carrying/find-way";
import { type Progress, progressOf } from "@/lib/orders/carrying/progress";
import type { OrderStatus } from "@/lib/orders/order";
import { approachLeg, type DrivenLeg, drivenLegs } from "@/lib/routing/driven-legs";
import type { Point } from "@/lib/routing/geo";

/** An order that a simulated courier carries. */
export interface Simulated {
  readonly courierId: string;
  readonly mode: Mode;
  readonly status: OrderStatus;
  readonly durationSeconds: number;
  readonly progress: Progress;
  readonly position: (Point & { readonly heading: number; readonly recordedAt: Date }) | null;
  readonly pickup: Point;
  /** The route to the pickup; null for a straight line. */
  readonly approach: DrivenLeg | null;
  readonly legs: readonly DrivenLeg[];
}

/** The order as the simulator needs it; null when its courier is not a simulated one, or it has none. */
export async function findSimulated(db: Database, orderId: bigint): Promise<Simulated | null> {
  const order = await db.models.order.findFirst({
    where: { id: orderId, courier: { isSimulated: true } },
    include: {
      stops: { orderBy: { position: "asc" } },
      statusChanges: { orderBy: { id: "desc" }, take: 1 },
      courier: { include: { position: true } },
    },
  });
  if (order === null || order.courierId === null) return null;
  const [pickup, ...dropoffs] = order.stops;
  if (pickup === undefined) return null;
  const way = await findWay(db, order.id);
  return {
    courierId: order.courierId,
    mode: order.mode,
    status: order.status,
    durationSeconds: order.durationSeconds,
    progress: progressOf({ ...order, dropoffs, changedAt: order.statusChanges[0]?.changedAt }),
    position: order.courier?.position ?? null,
    pickup,
    approach: approachLeg(pickup, dropoffs, way),
    legs: drivenLegs(pickup, dropoffs, order.routingMode, way),
  };
}

/** Locks a courier of test mode who carries nothing and travels so; null when all are busy. */
export async function lockIdleTestCourier(
  tx: Transaction,
  transports: readonly TransportType[],
): Promise<string | null> {
  const [row] = await query(tx, { id: uuid })`
    SELECT c.id FROM couriers c
    WHERE c.mode = 'test' AND c.disabled_at IS NULL AND c.transport_type = ANY(${[...transports]}::transport_type[])
      AND NOT EXISTS (SELECT 1 FROM orders o
                      WHERE o.courier_id = c.id AND ${CARRIED})
    ORDER BY c.created_at, c.id LIMIT 1 FOR NO KEY UPDATE OF c SKIP LOCKED`;
  return row?.id ?? null;
}

export async function countTestCouriers(tx: Transaction): Promise<number> {
  const [row] = await query(tx, {
    count: int4,
  })`SELECT count(*)::int AS count FROM couriers WHERE mode = 'test'`;
  return row?.count ?? 0;
}

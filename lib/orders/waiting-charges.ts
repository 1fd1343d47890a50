import type { Context } from "@/lib/context";
import { listFixes } from "@/lib/couriers/list-fixes";
import type { Transaction } from "@/lib/db/client";
import { orders } from "@/lib/db/generated/columns";
import { float8, int4 } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import type { NewCharge } from "@/lib/orders/charge";
import type { LockedOrder } from "@/lib/orders/order-ref";
import { FIX_HOLDS_MS, waitingPrice, waitingStart, wholeMinutes } from "@/lib/orders/waiting";
import { getTariffVersion, isWaitingEverCharged } from "@/lib/pricing/get-tariff";

/**
 * Prices a stop's wait by the order's tariff and stores its start; empty without a charge. A stop is charged once.
 * Position 0 is the pickup. A tariff without waiting charges needs no query.
 */
export async function waitingCharges(
  context: Pick<Context, "db">,
  tx: Transaction,
  order: LockedOrder,
  stop: { position: number; arrivedAt: Date | null; completedAt: Date },
): Promise<NewCharge[]> {
  const { position, arrivedAt, completedAt } = stop;
  if (order.courierId === null || arrivedAt === null || wholeMinutes(arrivedAt, completedAt) === 0) return [];
  if (!(await isWaitingEverCharged(context.db, tx))) return [];
  const [row] = await query(tx, {
    latitude: float8,
    longitude: float8,
    tariffId: int4,
    earliestAt: orders.readyAt,
  })`
    SELECT s.latitude, s.longitude, o.tariff_id,
           CASE WHEN s.position = 0 THEN o.ready_at ELSE s.window_from END AS earliest_at
    FROM orders o JOIN order_stops s ON s.order_id = o.id AND s.position = ${position}
    WHERE o.id = ${order.id} AND NOT EXISTS (
      SELECT FROM order_charges c WHERE c.order_id = o.id AND c.type = 'waiting' AND c.position = s.position)`;
  const tariff = row === undefined ? null : await getTariffVersion(tx, row.tariffId);
  if (row === undefined || tariff === null || tariff.waitingPerMinute === 0) return [];
  const { id: orderId, courierId } = order;
  const since = new Date(arrivedAt.getTime() - FIX_HOLDS_MS);
  const track = await listFixes(tx, { orderId, courierId, since, until: completedAt });
  const { earliestAt } = row;
  const from = waitingStart(row, track, { arrivedAt, completedAt, earliestAt });
  if (from === null) return [];
  await tx.models.orderStop.updateMany({ where: { orderId, position }, data: { waitingFrom: from } });
  const minutes = wholeMinutes(from, completedAt);
  const amount = waitingPrice(tariff, minutes);
  if (amount === 0) return [];
  const why = `Waited ${minutes} min at the ${position === 0 ? "pickup" : "dropoff"}, ${tariff.waitingFreeMinutes} of them free.`;
  return [{ type: "waiting", amount, why, position }];
}

import type { Queryable } from "@/lib/db/client";
import { orderStops, orders, tariffs } from "@/lib/db/generated/columns";
import { numeric, timestamptz } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { ENDED_ORDERS_SQL } from "@/lib/orders/ended-orders-sql";
import { courierPay } from "@/lib/pricing/courier-pay";
import { fromRubles, type Kopecks, kopecks } from "@/lib/pricing/money";

export interface Earnings {
  /** Null without configured pay. */
  readonly pay: Kopecks | null;
  readonly orders: number;
}

interface Period {
  readonly from: Date;
  readonly to: Date;
}

const FINISHED = {
  orderCode: orders.orderCode,
  /** Of the first dropoff. */
  street: orderStops.street,
  endedAt: timestamptz,
  price: numeric,
  charges: numeric,
  courierPercent: tariffs.courierPercent,
};

export type FinishedTask = Awaited<ReturnType<typeof listFinishedTasks>>[number];

/** Lists a courier's finished orders, latest first; pay is their share by each order's tariff. */
export async function listFinishedTasks(db: Queryable, courierId: string, { from, to }: Period) {
  const rows = await query(db, FINISHED)`
    SELECT o.order_code, s.street, ended.at AS ended_at, coalesce(o.price, 0)::numeric AS price, t.courier_percent,
           (SELECT coalesce(sum(c.amount), 0)::numeric FROM order_charges c
            WHERE c.order_id = o.id AND c.type IN ('waiting', 'return')) AS charges
    FROM ${ENDED_ORDERS_SQL} JOIN tariffs t ON t.id = o.tariff_id JOIN order_stops s ON s.order_id = o.id AND s.position = 1
    CROSS JOIN LATERAL (
      SELECT coalesce(o.returned_at, CASE WHEN o.status = 'delivered' THEN o.delivered_at END) AS at) AS ended
    WHERE l.courier_id = ${courierId}::uuid AND l.changed_at >= ${from}::timestamptz
      AND ended.at >= ${from}::timestamptz AND ended.at < ${to}::timestamptz
    ORDER BY ended.at DESC, o.id DESC`;
  return rows.map(({ price, charges, courierPercent, ...order }) => ({
    ...order,
    pay: courierPay(courierPercent, kopecks(fromRubles(price) + fromRubles(charges))),
  }));
}

export async function findEarnings(db: Queryable, courierId: string, period: Period): Promise<Earnings> {
  return sumEarnings(await listFinishedTasks(db, courierId, period));
}

export function sumEarnings(finished: readonly Pick<FinishedTask, "pay">[]): Earnings {
  const pays = finished.flatMap(({ pay }) => (pay === null ? [] : [pay]));
  return {
    pay: pays.length === 0 ? null : kopecks(pays.reduce((sum, pay) => sum + pay, 0)),
    orders: finished.length,
  };
}

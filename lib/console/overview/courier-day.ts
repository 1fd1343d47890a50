import type { Queryable } from "@/lib/db/client";
import { accounts, orderStatusChanges, orderStops, orders } from "@/lib/db/generated/columns";
import { pick, type RowOf } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { ENDED_ORDERS_SQL } from "@/lib/orders/ended-orders-sql";
import type { Point } from "@/lib/point";
import { pathLength } from "@/lib/routing/path";

const MAX_ORDERS = 100;

const ORDER = {
  ...pick(orders, "id status"),
  code: orders.orderCode,
  accountName: accounts.name,
  ...pick(orderStops, "street building"),
  changedAt: orderStatusChanges.changedAt,
};

export type DayItem = Readonly<Omit<RowOf<typeof ORDER>, "id">>;

export type CourierDay = Awaited<ReturnType<typeof getCourierDay>>;

export async function getCourierDay(
  db: Queryable,
  courierId: string,
  { since, now }: { since: Date; now: Date },
) {
  const orders = await query(db, ORDER)`
    SELECT o.id, o.order_code AS code, o.status, a.name AS account_name, s.street, s.building,
           h.changed_at
    FROM (
      SELECT o.* FROM ${ENDED_ORDERS_SQL}
      WHERE l.courier_id = ${courierId}::uuid AND l.changed_at >= ${since}::timestamptz
      UNION ALL
      SELECT o.* FROM orders o WHERE o.courier_id = ${courierId}::uuid AND o.updated_at >= ${since}::timestamptz
        AND o.status IN ('assigned', 'in_progress')) AS o
    JOIN accounts a ON a.id = o.account_id
    CROSS JOIN LATERAL (SELECT street, building FROM order_stops
                        WHERE order_id = o.id ORDER BY position DESC LIMIT 1) s
    CROSS JOIN LATERAL (SELECT changed_at FROM order_status_changes
                        WHERE order_id = o.id ORDER BY id DESC LIMIT 1) h
    ORDER BY h.changed_at DESC, o.id DESC LIMIT ${MAX_ORDERS}`;
  const ids = orders.map(({ id }) => id);
  const [fixes, accepted, refused, shifts] = await Promise.all([
    db.models.orderPosition.findMany({
      where: { orderId: { in: ids }, courierId, recordedAt: { gte: since } },
      select: { orderId: true, latitude: true, longitude: true },
      orderBy: [{ orderId: "asc" }, { recordedAt: "asc" }],
    }),
    db.models.order.count({ where: { courierId, acceptedAt: { gte: since } } }),
    db.models.dispatchRefusal.count({ where: { courierId, refusedAt: { gte: since } } }),
    db.models.courierShift.findMany({
      where: { courierId, OR: [{ endedAt: null }, { endedAt: { gt: since } }] },
      select: { startedAt: true, endedAt: true },
    }),
  ]);
  const lines = new Map<bigint, Point[]>();
  for (const { orderId, ...place } of fixes) lines.set(orderId, [...(lines.get(orderId) ?? []), place]);
  return {
    /** Newest first, at most 100. */
    orders: orders.map(({ id: _, ...order }) => order),
    lines: [...lines.values()],
    drivenMeters: Math.round([...lines.values()].reduce((sum, line) => sum + pathLength(line), 0)),
    accepted,
    refused,
    shiftSeconds: shifts.reduce((sum, { startedAt, endedAt }) => {
      const from = Math.max(startedAt.getTime(), since.getTime());
      return sum + Math.max(0, (endedAt ?? now).getTime() - from) / 1_000;
    }, 0),
  };
}

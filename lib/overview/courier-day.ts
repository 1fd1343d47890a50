import type { Queryable } from "@/lib/db/client";
import { int8, oneOf, text, timestamptz } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { ORDER_STATUSES, type OrderStatus } from "@/lib/orders/order";
import type { Point } from "@/lib/routing/geo";
import { pathLength } from "@/lib/routing/path";

const MOST_ORDERS = 100;

const ORDER = {
  id: int8,
  code: text,
  status: oneOf(ORDER_STATUSES),
  accountName: text,
  street: text,
  building: text,
  changedAt: timestamptz,
};

/** An order of a courier's day. */
export interface DayItem {
  readonly code: string;
  readonly status: OrderStatus;
  readonly accountName: string;
  /** Where it goes in the end. */
  readonly street: string;
  readonly building: string;
  readonly changedAt: Date;
}

/** What a courier has done since an instant. */
export interface CourierDay {
  /** The orders that are theirs, newest first; at most 100. */
  readonly orders: readonly DayItem[];
  /** Where they went with each of them. */
  readonly lines: readonly (readonly Point[])[];
  readonly drivenMeters: number;
  /** Orders that they have accepted, and those that they handed back or let pass. */
  readonly accepted: number;
  readonly refused: number;
}

/** A courier's day, from the orders that they had in hand since it began. */
export async function getCourierDay(db: Queryable, courierId: string, since: Date): Promise<CourierDay> {
  const orders = await query(db, ORDER)`
    SELECT o.id, o.order_code AS code, o.status, a.name AS account_name, s.street, s.building,
           h.changed_at
    FROM orders o JOIN accounts a ON a.id = o.account_id
    CROSS JOIN LATERAL (SELECT street, building FROM order_stops
                        WHERE order_id = o.id ORDER BY position DESC LIMIT 1) s
    CROSS JOIN LATERAL (SELECT changed_at FROM order_status_changes
                        WHERE order_id = o.id ORDER BY id DESC LIMIT 1) h
    WHERE o.courier_id = ${courierId}::uuid AND o.updated_at >= ${since}::timestamptz
    ORDER BY h.changed_at DESC, o.id DESC LIMIT ${MOST_ORDERS}`;
  const ids = orders.map(({ id }) => id);
  const [fixes, accepted, refused] = await Promise.all([
    db.models.orderPosition.findMany({
      where: { orderId: { in: ids }, courierId, recordedAt: { gte: since } },
      select: { orderId: true, latitude: true, longitude: true },
      orderBy: [{ orderId: "asc" }, { recordedAt: "asc" }],
    }),
    db.models.order.count({ where: { courierId, acceptedAt: { gte: since } } }),
    db.models.dispatchRefusal.count({ where: { courierId, refusedAt: { gte: since } } }),
  ]);
  const lines = new Map<bigint, Point[]>();
  for (const { orderId, ...place } of fixes) lines.set(orderId, [...(lines.get(orderId) ?? []), place]);
  return {
    orders: orders.map(({ id: _, ...order }) => order),
    lines: [...lines.values()],
    drivenMeters: Math.round([...lines.values()].reduce((sum, line) => sum + pathLength(line), 0)),
    accepted,
    refused,
  };
}

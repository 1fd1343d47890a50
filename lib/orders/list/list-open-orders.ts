import type { AccountScope, Mode } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { OrderStatus } from "@/lib/orders/order";

const MOST = 500;

/** A stop of an order. */
export interface OpenStop {
  readonly latitude: number;
  readonly longitude: number;
  readonly street: string;
  readonly building: string;
}

/** An order that has not ended, as boards and lists show it. */
export interface OpenOrder {
  readonly code: string;
  readonly externalOrderId: string;
  readonly accountName: string;
  readonly status: Extract<OrderStatus, "new" | "assigned" | "in_progress">;
  readonly courierId: string | null;
  readonly courierName: string | null;
  /** Whether the current search has been reported as unsuccessful. */
  readonly isCourierNotFound: boolean;
  /** When it entered its status; for a scheduled one without a courier, when the search begins. */
  readonly waitingSince: Date;
  /** When it is to be delivered; null for as soon as possible. */
  readonly deliveryTime: Date | null;
  /** The pickup and then the dropoffs. */
  readonly stops: readonly OpenStop[];
}

/** Orders without a courier first, then those that have waited longest. */
function selectOpen(db: Queryable, where: Prisma.Sql): Promise<OpenOrder[]> {
  return db.$queryRaw<OpenOrder[]>`
    SELECT o.order_code AS code, o.external_order_id AS "externalOrderId", a.name AS "accountName",
           o.status::text AS status, o.courier_id AS "courierId", c.name AS "courierName",
           o.courier_id IS NULL
             AND coalesce(o.courier_not_found_at >= greatest(o.dispatch_at, o.courier_lost_at), false)
             AS "isCourierNotFound",
           greatest((SELECT max(h.changed_at) FROM order_status_changes h WHERE h.order_id = o.id),
                    CASE WHEN o.courier_id IS NULL THEN o.dispatch_at END) AS "waitingSince",
           o.delivery_time AS "deliveryTime",
           (SELECT json_agg(json_build_object('latitude', s.latitude, 'longitude', s.longitude,
                                              'street', s.street, 'building', s.building) ORDER BY s.position)
            FROM order_stops s WHERE s.order_id = o.id) AS stops
    FROM orders o JOIN accounts a ON a.id = o.account_id LEFT JOIN couriers c ON c.id = o.courier_id
    WHERE ${where} AND o.status IN ('new', 'assigned', 'in_progress')
    ORDER BY (o.courier_id IS NOT NULL), o.status, "waitingSince", o.id
    LIMIT ${MOST}`;
}

/** All open orders in this mode, of every account, those without a courier first; at most 500. */
export function listOpenOrders(db: Queryable, mode: Mode): Promise<OpenOrder[]> {
  return selectOpen(db, Prisma.sql`o.mode = ${mode}::mode`);
}

/** The scope's open orders, those without a courier first; at most 500. */
export function listAccountOpenOrders(
  db: Queryable,
  { accountId, mode }: AccountScope,
): Promise<OpenOrder[]> {
  return selectOpen(db, Prisma.sql`o.account_id = ${accountId}::uuid AND o.mode = ${mode}::mode`);
}

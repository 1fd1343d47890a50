import { type AccountScope, type Mode, mintScope } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import type { OrderStatus } from "@/lib/orders/order";

// Operators act on the orders of every account and know them by their codes. The scope that an account's rows are
// written under is made from the order's own row.

/** Whose order a code names, and by which name its account knows it. */
export interface NamedOrder {
  readonly id: bigint;
  readonly scope: AccountScope;
  readonly externalOrderId: string;
}

/** The order with this code, in whichever account and world; null when there is none. */
export async function findByCode(db: Queryable, orderCode: string): Promise<NamedOrder | null> {
  const row = await db.order.findUnique({
    where: { orderCode },
    select: { id: true, accountId: true, mode: true, externalOrderId: true },
  });
  if (row === null) return null;
  return {
    id: row.id,
    scope: mintScope(row.accountId, row.mode),
    externalOrderId: row.externalOrderId,
  };
}

/** A place on an order's way. */
export interface OpenStop {
  readonly latitude: number;
  readonly longitude: number;
  readonly street: string;
  readonly building: string;
}

/** An order that has not ended, as the operators see it. */
export interface OpenOrder {
  readonly code: string;
  readonly accountName: string;
  readonly status: Extract<OrderStatus, "new" | "assigned" | "in_progress">;
  readonly courierId: string | null;
  readonly courierName: string | null;
  /** Since when it stands in its status; a new one that is ordered for later, since when a courier is looked for. */
  readonly waitingSince: Date;
  /** When it is to be delivered; null for as soon as possible. */
  readonly deliveryTime: Date | null;
  /** The pickup and then the dropoffs. */
  readonly stops: readonly OpenStop[];
}

/** Orders of a world that have not ended: those without a courier first, and then those that wait the longest. */
export function selectOpenOrders(db: Queryable, mode: Mode, limit: number): Promise<OpenOrder[]> {
  return db.$queryRaw<OpenOrder[]>`
    SELECT o.order_code AS code, a.name AS "accountName", o.status::text AS status,
           o.courier_id AS "courierId", c.name AS "courierName",
           CASE WHEN o.status = 'new' THEN greatest(o.created_at, o.dispatch_at)
                ELSE (SELECT max(h.changed_at) FROM order_status_changes h WHERE h.order_id = o.id) END
             AS "waitingSince",
           o.delivery_time AS "deliveryTime",
           (SELECT json_agg(json_build_object('latitude', s.latitude, 'longitude', s.longitude,
                                              'street', s.street, 'building', s.building) ORDER BY s.position)
            FROM order_stops s WHERE s.order_id = o.id) AS stops
    FROM orders o JOIN accounts a ON a.id = o.account_id LEFT JOIN couriers c ON c.id = o.courier_id
    WHERE o.mode = ${mode}::mode AND o.status IN ('new', 'assigned', 'in_progress')
    ORDER BY (o.courier_id IS NOT NULL), o.status, "waitingSince", o.id
    LIMIT ${limit}`;
}

/** What an order's page shows the operators besides what its account sees of it. */
export interface OrderFile {
  readonly accountName: string;
  readonly mode: Mode;
  readonly cancelReason: string | null;
  readonly cancelComment: string | null;
  readonly acceptedAt: Date | null;
}

export async function selectOrderFile(db: Queryable, orderId: bigint): Promise<OrderFile> {
  const { account, ...row } = await db.order.findUniqueOrThrow({
    where: { id: orderId },
    select: {
      mode: true,
      cancelReason: true,
      cancelComment: true,
      acceptedAt: true,
      account: { select: { name: true } },
    },
  });
  return { ...row, accountName: account.name };
}

import { COURIER_HAS_ORDER_SQL } from "@/lib/couriers/courier-has-order-sql";
import type { Queryable } from "@/lib/db/client";
import { execute, sql } from "@/lib/db/sql";

/**
 * Pins all orders that the courier has: until the last of them ends, dispatch adds no order to the route and leaves its
 * offers with the courier.
 */
export function pinRoute(db: Queryable, courierId: string, at: Date): Promise<void> {
  return pinOrders(db, courierId, { at, least: 1 });
}

/** Pins the route of a courier with several orders. */
export function pinSharedRoute(db: Queryable, courierId: string, at: Date): Promise<void> {
  return pinOrders(db, courierId, { at, least: 2 });
}

async function pinOrders(
  db: Queryable,
  courierId: string,
  { at, least }: { readonly at: Date; readonly least: number },
): Promise<void> {
  const areTheirs = sql`o.courier_id = ${courierId}::uuid AND ${COURIER_HAS_ORDER_SQL}`;
  // Leaves out orders that another transaction holds, whose end may be waiting for this courier: one pin is enough.
  await execute(db)`
    WITH free AS (SELECT o.id FROM orders o WHERE ${areTheirs} ORDER BY o.id FOR KEY SHARE SKIP LOCKED)
    INSERT INTO route_pins (order_id, courier_id, pinned_at)
    SELECT id, ${courierId}::uuid, ${at}::timestamptz FROM free
    WHERE (SELECT count(*) FROM orders o WHERE ${areTheirs}) >= ${least}::int ORDER BY id
    ON CONFLICT (order_id) DO UPDATE SET courier_id = excluded.courier_id, pinned_at = excluded.pinned_at`;
}

export async function unpinRoute(db: Queryable, courierId: string): Promise<void> {
  await db.models.routePin.deleteMany({ where: { courierId } });
}

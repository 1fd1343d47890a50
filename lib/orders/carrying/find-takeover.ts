import type { Queryable } from "@/lib/db/client";
import { float8, joined, type RowOf, text, timestamptz, uuid } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import type { OrderRow } from "@/lib/orders/order-row";

const GIVER = {
  fromId: uuid,
  fromName: text,
  fromPhone: text,
  latitude: float8.orNull,
  longitude: float8.orNull,
  since: timestamptz.orNull,
};

/** Who has the goods of an order that is another courier's now, and where they change hands. */
export interface Giver {
  readonly fromId: string;
  readonly fromName: string;
  readonly fromPhone: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly since: Date;
}

/** From whom an order's courier is to take its goods over, and where; null when they have them, or nobody has. */
export async function findTakeoverOf(db: Queryable, { id }: OrderRow): Promise<Giver | null> {
  const [row] = await query(db, GIVER)`
    SELECT c.id AS from_id, c.name AS from_name, c.phone AS from_phone,
           o.takeover_latitude AS latitude, o.takeover_longitude AS longitude, o.takeover_since AS since
    FROM orders o JOIN couriers c ON c.id = o.takeover_from_id WHERE o.id = ${id}`;
  return row === undefined ? null : joined(row);
}

const TAKER = { orderCode: text, courierName: text, phone: text, street: text };

/**
 * The order whose goods a courier still has although it is another's now, who takes them over, and the street of its
 * first dropoff, by which the courier knows the goods; null when there is none.
 */
export async function findTakeover(db: Queryable, courierId: string): Promise<RowOf<typeof TAKER> | null> {
  const [row] = await query(db, TAKER)`
    SELECT o.order_code, c.name AS courier_name, c.phone, s.street
    FROM orders o JOIN couriers c ON c.id = o.courier_id
    JOIN order_stops s ON s.order_id = o.id AND s.position = 1
    WHERE o.takeover_from_id = ${courierId}::uuid ORDER BY o.takeover_since LIMIT 1`;
  return row ?? null;
}

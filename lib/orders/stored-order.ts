import type { AccountScope } from "@/lib/accounts/scope";
import { TRANSPORT_TYPES } from "@/lib/couriers/vehicle";
import type { Queryable, Transaction } from "@/lib/db/client";
import {
  arrayOf,
  bytea,
  float8,
  int4,
  int8,
  joined,
  numeric,
  oneOf,
  type RowOf,
  text,
  timestamptz,
  uuid,
} from "@/lib/db/row";
import { execute, query, type Sql, sql } from "@/lib/db/sql";
import { ORDER_STATUSES } from "@/lib/orders/order";
import { asLocked, asRead, type LockedOrder, type OrderRow } from "@/lib/orders/order-row";
import type { OrderView } from "@/lib/orders/resource";
import { fromRubles } from "@/lib/pricing/money";

/** An order as the API returns it, with what the verbs need besides. */
export interface StoredOrder extends OrderView, OrderRow {
  readonly courierId: string | null;
  readonly createdAt: Date;
  readonly eventSequence: number;
  readonly fingerprint: Uint8Array;
}

const VIEW_ROW = {
  id: int8,
  externalOrderId: text,
  orderCode: text,
  status: oneOf(ORDER_STATUSES),
  price: numeric.orNull,
  trackingToken: text.orNull,
  deliveredAt: timestamptz.orNull,
  courierId: uuid.orNull,
  createdAt: timestamptz,
  eventSequence: int4,
  fingerprint: bytea,
  dropoffTokens: arrayOf(text.orNull),
  driverName: text.orNull,
  driverPhone: text.orNull,
  transportType: oneOf(TRANSPORT_TYPES).orNull,
  make: text.orNull,
  model: text.orNull,
  color: text.orNull,
  number: text.orNull,
  latitude: float8.orNull,
  longitude: float8.orNull,
  heading: float8.orNull,
  receivedAt: timestamptz.orNull,
};

const VIEW = sql`
  SELECT o.id, o.external_order_id, o.order_code, o.status, o.price, o.tracking_token,
         o.delivered_at, o.courier_id, o.created_at, o.event_sequence, o.fingerprint,
         ARRAY(SELECT s.tracking_token FROM order_stops s
               WHERE s.order_id = o.id AND s.position > 0 ORDER BY s.position) AS dropoff_tokens,
         c.name AS driver_name, c.phone AS driver_phone, c.transport_type,
         c.make, c.model, c.color, c.number,
         p.latitude, p.longitude, p.heading, p.received_at
  FROM orders o
  LEFT JOIN couriers c ON c.id = o.courier_id
  LEFT JOIN courier_positions p ON p.courier_id = o.courier_id`;

/** The rows of a scope, as `o`. Every statement that lists or looks up orders for an account carries it. */
export function within(scope: AccountScope): Sql {
  return sql`o.account_id = ${scope.accountId}::uuid AND o.mode = ${scope.mode}::mode`;
}

function viewFromRow(scope: AccountScope, row: RowOf<typeof VIEW_ROW>): StoredOrder {
  const { price, driverName, driverPhone, transportType, make, model, color, number, ...rest } = row;
  const { latitude, longitude, heading, receivedAt, ...order } = rest;
  const driver = joined({ name: driverName, phone: driverPhone });
  return asRead({
    ...order,
    scope,
    price: price === null ? null : fromRubles(price),
    driver: driver && { ...driver, transport: { type: transportType, make, model, color, number } },
    position: joined({ latitude, longitude, heading, receivedAt }),
  });
}

/** The scope's order with this identifier. */
export async function findOrder(
  db: Queryable,
  scope: AccountScope,
  externalOrderId: string,
): Promise<StoredOrder | null> {
  const [row] = await query(db, VIEW_ROW)`
    ${VIEW} WHERE ${within(scope)} AND o.external_order_id = ${externalOrderId}`;
  return row === undefined ? null : viewFromRow(scope, row);
}

/** The scope's order with this code. */
export async function findScopedOrderByCode(
  db: Queryable,
  scope: AccountScope,
  orderCode: string,
): Promise<StoredOrder | null> {
  const [row] = await query(db, VIEW_ROW)`
    ${VIEW} WHERE ${within(scope)} AND o.order_code = ${orderCode}`;
  return row === undefined ? null : viewFromRow(scope, row);
}

/**
 * The scope's order with this identifier, locked until the transaction ends: anyone else who would change it
 * waits, and then sees what this transaction made of it.
 */
export async function lockOrder(
  tx: Transaction,
  scope: AccountScope,
  externalOrderId: string,
): Promise<(StoredOrder & LockedOrder) | null> {
  const locked = await execute(tx)`
    SELECT o.id FROM orders o WHERE ${within(scope)} AND o.external_order_id = ${externalOrderId} FOR UPDATE`;
  // A statement that has waited for a lock sees the new row of the order, and the old ones of its stops and courier:
  // what the order is now, the next statement says.
  const order = locked === 0 ? null : await findOrder(tx, scope, externalOrderId);
  return order && asLocked(order);
}

/**
 * A page of the scope's orders, newest first (spec, GET /orders); the serial id decides between those of one moment.
 * Never creates a tracking link.
 */
export async function listOrders(
  db: Queryable,
  scope: AccountScope,
  page: { limit: number; offset: number },
): Promise<StoredOrder[]> {
  const rows = await query(db, VIEW_ROW)`
    ${VIEW} WHERE ${within(scope)}
    ORDER BY o.created_at DESC, o.id DESC LIMIT ${page.limit} OFFSET ${page.offset}::bigint`;
  return rows.map((row) => viewFromRow(scope, row));
}

import type { AccountScope } from "@/lib/accounts/scope";
import { TRANSPORT_TYPES } from "@/lib/couriers/vehicle";
import type { Queryable, Transaction } from "@/lib/db/client";
import {
  arrayOf,
  bool,
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
import { execute, fixedNumber, NOTHING, query, type Sql, sql } from "@/lib/db/sql";
import { ORDER_STATUSES, type OrderStatus } from "@/lib/orders/order";
import { asLocked, asRead, type LockedOrder, type OrderRow } from "@/lib/orders/order-row";
import type { OrderView } from "@/lib/orders/resource";
import { fromRubles } from "@/lib/pricing/money";

/** An order as the API returns it, with what the verbs need besides. */
export interface StoredOrder extends OrderView, OrderRow {
  readonly courierId: string | null;
  readonly createdAt: Date;
  readonly eventSequence: number;
  readonly fingerprint: Uint8Array;
  /** Another one after every write to the order's row. A write names the version that it was decided on. */
  readonly version: string;
}

const COURIER_ROW = {
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

/** The columns of `VIEW`. */
export const VIEW_ROW = {
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
  version: text,
  dropoffTokens: arrayOf(text.orNull),
  ...COURIER_ROW,
};

const COURIER_COLUMNS = sql`
         c.name AS driver_name, c.phone AS driver_phone, c.transport_type,
         c.make, c.model, c.color, c.number,
         p.latitude, p.longitude, p.heading, p.received_at`;

/** What reads show of orders `o`. */
export const VIEW_COLUMNS = sql`
         o.id, o.external_order_id, o.order_code, o.status, o.price, o.tracking_token,
         o.delivered_at, o.courier_id, o.created_at, o.event_sequence, o.fingerprint, o.xmin::text AS version,
         ARRAY(SELECT s.tracking_token FROM order_stops s
               WHERE s.order_id = o.id AND s.position > 0 ORDER BY s.position) AS dropoff_tokens,
         ${COURIER_COLUMNS}`;

/** The couriers of orders `o`, which `VIEW_COLUMNS` needs. */
export const VIEW_COURIER = sql`
  LEFT JOIN couriers c ON c.id = o.courier_id
  LEFT JOIN courier_positions p ON p.courier_id = o.courier_id`;

const VIEW = sql`SELECT ${VIEW_COLUMNS} FROM orders o ${VIEW_COURIER}`;

/** The rows of a scope, as `o`. Every statement that lists or looks up orders for an account carries it. */
export function within(scope: AccountScope): Sql {
  return sql`o.account_id = ${scope.accountId}::uuid AND o.mode = ${scope.mode}::mode`;
}

/** The order that a row of `VIEW_ROW` holds. */
export function viewFromRow(scope: AccountScope, row: RowOf<typeof VIEW_ROW>): StoredOrder {
  const { id, externalOrderId, orderCode, status, price, trackingToken, dropoffTokens, ...rest } = row;
  const { deliveredAt, courierId, createdAt, eventSequence, fingerprint, version, ...courier } = rest;
  return asRead({
    id,
    scope,
    externalOrderId,
    orderCode,
    status,
    price: price === null ? null : fromRubles(price),
    trackingToken,
    dropoffTokens,
    deliveredAt,
    courierId,
    createdAt,
    eventSequence,
    fingerprint,
    version,
    ...courierFromRow(courier),
  });
}

function courierFromRow(row: RowOf<typeof COURIER_ROW>): Pick<OrderView, "driver" | "position"> {
  const { driverName, driverPhone, transportType, make, model, color, number } = row;
  const { latitude, longitude, heading, receivedAt } = row;
  const driver = joined({ name: driverName, phone: driverPhone });
  return {
    driver: driver && { ...driver, transport: { type: transportType, make, model, color, number } },
    position: joined({ latitude, longitude, heading, receivedAt }),
  };
}

/** What reads show of an order's courier, for one who is about to get an order. */
export async function selectCourier(
  db: Queryable,
  courierId: string,
): Promise<Pick<OrderView, "driver" | "position"> & { isSimulated: boolean }> {
  const [row] = await query(db, { ...COURIER_ROW, isSimulated: bool })`
    SELECT ${COURIER_COLUMNS}, c.is_simulated
    FROM couriers c LEFT JOIN courier_positions p ON p.courier_id = c.id WHERE c.id = ${courierId}::uuid`;
  if (row === undefined) throw new Error("An order is given to a courier who exists.");
  return { ...courierFromRow(row), isSimulated: row.isSimulated };
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

/** A locked order as it is now, after whatever its own transaction has changed. */
export async function readLocked(
  tx: Transaction,
  { scope, externalOrderId }: LockedOrder,
): Promise<StoredOrder & LockedOrder> {
  const order = await findOrder(tx, scope, externalOrderId);
  if (order === null) throw new Error("A locked order cannot vanish.");
  return asLocked(order);
}

const WITH_HISTORY = { ...VIEW_ROW, statuses: arrayOf(oneOf(ORDER_STATUSES)), changedAt: arrayOf(float8) };

/** The scope's order with this identifier and the history of its statuses, oldest first. */
export async function findOrderWithHistory(
  db: Queryable,
  scope: AccountScope,
  externalOrderId: string,
): Promise<{ order: StoredOrder; history: { status: OrderStatus; changedAt: Date }[] } | null> {
  const [row] = await query(db, WITH_HISTORY)`
    SELECT ${VIEW_COLUMNS}, h.statuses, h.changed_at
    FROM orders o ${VIEW_COURIER}
    CROSS JOIN LATERAL (
      SELECT array_agg(status::text ORDER BY id) AS statuses,
             array_agg((extract(epoch FROM changed_at) * 1000)::float8 ORDER BY id) AS changed_at
      FROM order_status_changes WHERE order_id = o.id
    ) h
    WHERE ${within(scope)} AND o.external_order_id = ${externalOrderId}`;
  if (row === undefined) return null;
  const { statuses, changedAt, ...view } = row;
  const history = statuses.map((status, index) => ({ status, changedAt: new Date(changedAt[index] ?? 0) }));
  return { order: viewFromRow(scope, view), history };
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
  // Chosen by the index alone first: what an offset passes over is never joined.
  const rows = await query(db, VIEW_ROW)`
    WITH page AS (
      SELECT o.id FROM orders o WHERE ${within(scope)}
      ORDER BY o.created_at DESC, o.id DESC
      LIMIT ${fixedNumber(page.limit)} ${page.offset === 0 ? NOTHING : sql`OFFSET ${page.offset}::bigint`}
    )
    SELECT ${VIEW_COLUMNS}
    FROM page
    -- OFFSET 0 holds the planner to one look by number for each.
    CROSS JOIN LATERAL (SELECT *, xmin FROM orders o WHERE o.id = page.id OFFSET 0) AS o
    ${VIEW_COURIER}
    ORDER BY o.created_at DESC, o.id DESC`;
  return rows.map((row) => viewFromRow(scope, row));
}

import type { AccountScope } from "@/lib/accounts/scope";
import type { Queryable, Transaction } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { announceDeliveries, insertDeliveries } from "@/lib/events/insert-deliveries";
import type { NewEvent } from "@/lib/events/new-event";
import { JOBS_CHANNEL } from "@/lib/jobs/job";
import { LIVE_CHANNEL } from "@/lib/live/announce";
import type { OrderDetails, OrderStatus } from "@/lib/orders/order";
import { asLocked, asRead, type LockedOrder, type OrderRow } from "@/lib/orders/order-row";
import type { OrderView } from "@/lib/orders/resource";
import {
  type DetailsRow,
  detailsFromRows,
  STOP_COLUMNS,
  type StopRow,
  type StopTokens,
  type StoredDetails,
  stopsToJson,
  WRITTEN_COLUMNS,
} from "@/lib/orders/rows";
import { fromRubles, toDecimalString } from "@/lib/pricing/money";
import type { PricedTrip } from "@/lib/pricing/price-trip";

/** An order as the API answers it, with what the verbs need besides. */
export interface StoredOrder extends OrderView, OrderRow {
  readonly courierId: string | null;
  readonly createdAt: Date;
  readonly eventSequence: number;
  readonly fingerprint: Uint8Array;
}

interface ViewRow {
  id: bigint;
  external_order_id: string;
  order_code: string;
  status: OrderStatus;
  price: Prisma.Decimal | null;
  tracking_token: string | null;
  delivered_at: Date | null;
  courier_id: string | null;
  created_at: Date;
  event_sequence: number;
  fingerprint: Uint8Array;
  dropoff_tokens: (string | null)[];
  driver_name: string | null;
  driver_phone: string | null;
  transport_type: string | null;
  make: string | null;
  model: string | null;
  color: string | null;
  number: string | null;
  latitude: number | null;
  longitude: number | null;
  heading: number | null;
  received_at: Date | null;
}

const VIEW = Prisma.sql`
  SELECT o.id, o.external_order_id, o.order_code, o.status::text AS status, o.price, o.tracking_token,
         o.delivered_at, o.courier_id, o.created_at, o.event_sequence, o.fingerprint,
         ARRAY(SELECT s.tracking_token FROM order_stops s
               WHERE s.order_id = o.id AND s.position > 0 ORDER BY s.position) AS dropoff_tokens,
         c.name AS driver_name, c.phone AS driver_phone, c.transport_type::text AS transport_type,
         c.make, c.model, c.color, c.number,
         p.latitude, p.longitude, p.heading, p.received_at
  FROM orders o
  LEFT JOIN couriers c ON c.id = o.courier_id
  LEFT JOIN courier_positions p ON p.courier_id = o.courier_id`;

/** The rows of a scope. Every statement of this file that names orders carries it. */
function within(scope: AccountScope): Prisma.Sql {
  return Prisma.sql`o.account_id = ${scope.accountId}::uuid AND o.mode = ${scope.mode}::mode`;
}

function viewFromRow(scope: AccountScope, row: ViewRow): StoredOrder {
  return asRead({
    id: row.id,
    scope,
    externalOrderId: row.external_order_id,
    orderCode: row.order_code,
    status: row.status,
    price: row.price === null ? null : fromRubles(row.price.toFixed(2)),
    trackingToken: row.tracking_token,
    dropoffTokens: row.dropoff_tokens,
    deliveredAt: row.delivered_at,
    courierId: row.courier_id,
    createdAt: row.created_at,
    eventSequence: row.event_sequence,
    fingerprint: row.fingerprint,
    driver:
      row.driver_name === null || row.driver_phone === null
        ? null
        : {
            name: row.driver_name,
            phone: row.driver_phone,
            transport: {
              type: row.transport_type,
              make: row.make,
              model: row.model,
              color: row.color,
              number: row.number,
            },
          },
    position:
      row.latitude === null || row.longitude === null || row.heading === null || row.received_at === null
        ? null
        : {
            latitude: row.latitude,
            longitude: row.longitude,
            heading: row.heading,
            receivedAt: row.received_at,
          },
  });
}

/** The scope's order with this identifier. */
export async function findOrder(
  db: Queryable,
  scope: AccountScope,
  externalOrderId: string,
): Promise<StoredOrder | null> {
  const [row] = await db.$queryRaw<ViewRow[]>`
    ${VIEW} WHERE ${within(scope)} AND o.external_order_id = ${externalOrderId}`;
  return row === undefined ? null : viewFromRow(scope, row);
}

/** The scope's order with this code. */
export async function findOrderByCode(
  db: Queryable,
  scope: AccountScope,
  orderCode: string,
): Promise<StoredOrder | null> {
  const [row] = await db.$queryRaw<ViewRow[]>`
    ${VIEW} WHERE ${within(scope)} AND o.order_code = ${orderCode}`;
  return row === undefined ? null : viewFromRow(scope, row);
}

/**
 * The scope's order with this identifier, locked until the transaction ends: whoever else would change it
 * waits, and then sees what this transaction made of it.
 */
export async function lockOrder(
  tx: Transaction,
  scope: AccountScope,
  externalOrderId: string,
): Promise<(StoredOrder & LockedOrder) | null> {
  const locked = await tx.$executeRaw`
    SELECT o.id FROM orders o WHERE ${within(scope)} AND o.external_order_id = ${externalOrderId} FOR UPDATE`;
  // A statement that has waited for a lock sees the new row of the order, and the old ones of its stops and courier:
  // what the order is now, the next statement says.
  const order = locked === 0 ? null : await findOrder(tx, scope, externalOrderId);
  return order && asLocked(order);
}

/** A page of the scope's orders, newest first; the serial id decides between those of one moment. */
export async function selectOrders(
  db: Queryable,
  scope: AccountScope,
  page: { limit: number; offset: number },
): Promise<StoredOrder[]> {
  const rows = await db.$queryRaw<ViewRow[]>`
    ${VIEW} WHERE ${within(scope)}
    ORDER BY o.created_at DESC, o.id DESC LIMIT ${page.limit} OFFSET ${page.offset}::bigint`;
  return rows.map((row) => viewFromRow(scope, row));
}

const READ_AS_IS = new Set(["float8", "text", "bigint", "boolean", "int"]);

// Enums and amounts are read as text, as the row's type has them.
const STOP_CELLS = Prisma.raw(
  Object.entries(STOP_COLUMNS)
    .map(([name, type]) => (READ_AS_IS.has(type) ? `s.${name}` : `s.${name}::text AS ${name}`))
    .join(", "),
);

/** What the client decided about an order, from its row and its stops. */
export async function selectDetails(db: Queryable, { id: orderId }: OrderRow): Promise<StoredDetails> {
  const [order] = await db.$queryRaw<DetailsRow[]>`
    SELECT cargo_size::text AS cargo_size, routing_mode::text AS routing_mode,
           payment_type::text AS payment_type, payment_amount, delivery_time, comment, quote_id, tariff_id
    FROM orders WHERE id = ${orderId}`;
  const stops = await db.$queryRaw<StopRow[]>`
    SELECT ${STOP_CELLS} FROM order_stops s WHERE s.order_id = ${orderId} ORDER BY s.position`;
  if (order === undefined) throw new Error("The details of an order were asked for that does not exist.");
  return detailsFromRows(order, stops);
}

/** Everything that a new order's row, stops, history and first event are made from. */
export interface NewOrder {
  readonly externalOrderId: string;
  readonly orderCode: string;
  readonly details: OrderDetails;
  readonly trip: PricedTrip;
  readonly quoteId: string | null;
  readonly tokens: StopTokens;
  readonly fingerprint: Uint8Array<ArrayBuffer>;
  readonly actor: { readonly type: string; readonly id: string };
  readonly createdAt: Date;
  /** When a courier is looked for. */
  readonly dispatchAt: Date;
  readonly event: NewEvent;
}

/**
 * Writes an order with its stops, its first status, its first event with the deliveries of it, and the job that finds
 * it a courier, all in one statement and so all or nothing. A rival that is writing the same identifier is waited for;
 * answers false when the identifier turns out to be taken, and has written nothing then.
 */
export async function insertOrder(db: Queryable, scope: AccountScope, order: NewOrder): Promise<boolean> {
  const { details, trip, event } = order;
  const rows = await db.$queryRaw<unknown[]>`
    WITH placed AS (
      INSERT INTO orders (account_id, mode, external_order_id, order_code, status, cargo_size, routing_mode,
        payment_type, payment_amount, delivery_time, comment, price, distance_meters, duration_seconds,
        tariff_id, quote_id, tracking_token, fingerprint, event_sequence, created_at, updated_at, dispatch_at)
      VALUES (${scope.accountId}::uuid, ${scope.mode}::mode, ${order.externalOrderId}, ${order.orderCode}, 'new',
        ${details.cargoSize}::cargo_size, ${details.routingMode}::routing_mode,
        ${details.paymentType}::payment_type, ${amount(details.paymentAmount)}::numeric,
        ${details.deliveryTime}::timestamptz, ${details.comment}, ${toDecimalString(trip.price)}::numeric,
        ${trip.distanceMeters}, ${trip.durationSeconds}, ${trip.tariffId}, ${order.quoteId}::uuid,
        ${order.tokens.order}, ${order.fingerprint}, ${event.sequence},
        ${order.createdAt}::timestamptz, ${order.createdAt}::timestamptz, ${order.dispatchAt}::timestamptz)
      ON CONFLICT (account_id, mode, external_order_id) DO NOTHING
      RETURNING id, account_id, mode
    ), stops AS (${insertStops(Prisma.sql`placed`, stopsToJson(details, trip, order.tokens))}
    ), history AS (
      INSERT INTO order_status_changes (order_id, account_id, status, changed_at, actor_type, actor_id)
      SELECT id, account_id, 'new', ${order.createdAt}::timestamptz, ${order.actor.type}, ${order.actor.id}
      FROM placed
    ), journal AS (
      INSERT INTO events (id, account_id, mode, order_id, sequence, type, body, created_at)
      SELECT ${event.id}::uuid, account_id, mode, id, ${event.sequence}, ${event.type}, ${event.body},
             ${event.createdAt}::timestamptz
      FROM placed
      RETURNING id, account_id, mode, order_id, type, created_at
    ), deliveries AS (${insertDeliveries(Prisma.sql`journal`)}
    ), dispatch AS (
      INSERT INTO jobs (kind, key, run_at)
      SELECT 'dispatch_order', id::text, ${order.dispatchAt}::timestamptz FROM placed
    )
    SELECT (${announceDeliveries(Prisma.sql`deliveries`)}),
           pg_notify(${JOBS_CHANNEL}, '')::text,
           pg_notify(${LIVE_CHANNEL}, concat_ws(' ', 'order', id, account_id, mode))::text
    FROM placed`;
  return rows.length === 1;
}

const INSERTED = Object.entries({ ...STOP_COLUMNS, ...WRITTEN_COLUMNS });
const INSERTED_NAMES = Prisma.raw(INSERTED.map(([name]) => name).join(", "));
const INSERTED_CELLS = Prisma.raw(INSERTED.map(([name]) => `s.${name}`).join(", "));
const INSERTED_TYPES = Prisma.raw(INSERTED.map((column) => column.join(" ")).join(", "));

/** The statement that writes the stops of the one order that `source` (id, account_id) holds. */
function insertStops(source: Prisma.Sql, stops: string): Prisma.Sql {
  return Prisma.sql`
      INSERT INTO order_stops (order_id, account_id, ${INSERTED_NAMES})
      SELECT source.id, source.account_id, ${INSERTED_CELLS}
      FROM ${source} AS source, jsonb_to_recordset(${stops}::jsonb) AS s(${INSERTED_TYPES})`;
}

/** Writes a locked order's new details, price and links; its stops are replaced by the new ones. */
export async function updateDetails(
  tx: Transaction,
  { id: orderId, scope }: LockedOrder,
  change: StoredDetails & {
    tokens: StopTokens;
    editable: readonly OrderStatus[];
    at: Date;
    dispatchAt: Date;
    /** Whether the pickup is another place, where no courier stands yet. */
    isPickupMoved: boolean;
  },
): Promise<boolean> {
  const { details, trip } = change;
  const updated = await tx.$executeRaw`
    UPDATE orders o SET
      cargo_size = ${details.cargoSize}::cargo_size, routing_mode = ${details.routingMode}::routing_mode,
      payment_type = ${details.paymentType}::payment_type,
      payment_amount = ${amount(details.paymentAmount)}::numeric,
      delivery_time = ${details.deliveryTime}::timestamptz, comment = ${details.comment},
      price = ${toDecimalString(trip.price)}::numeric, distance_meters = ${trip.distanceMeters},
      duration_seconds = ${trip.durationSeconds}, tariff_id = ${trip.tariffId},
      quote_id = ${change.quoteId}::uuid, updated_at = ${change.at}::timestamptz,
      dispatch_at = ${change.dispatchAt}::timestamptz,
      arrived_at = CASE WHEN ${change.isPickupMoved} THEN NULL ELSE o.arrived_at END
    WHERE o.id = ${orderId} AND ${within(scope)} AND o.status = ANY(${change.editable}::order_status[])`;
  if (updated !== 1) return false;
  await tx.$executeRaw`DELETE FROM order_stops WHERE order_id = ${orderId}`;
  const source = Prisma.sql`(SELECT ${orderId}::bigint AS id, ${scope.accountId}::uuid AS account_id)`;
  await tx.$executeRaw`${insertStops(source, stopsToJson(details, trip, change.tokens))}`;
  return true;
}

/** Sets the tokens of an order's links. */
export async function writeTokens(
  tx: Transaction,
  { id: orderId }: LockedOrder,
  tokens: StopTokens,
): Promise<void> {
  await tx.$executeRaw`UPDATE orders SET tracking_token = ${tokens.order} WHERE id = ${orderId}`;
  await tx.$executeRaw`
    UPDATE order_stops s SET tracking_token = t.token
    FROM unnest(${[...tokens.dropoffs]}::text[]) WITH ORDINALITY AS t(token, position)
    WHERE s.order_id = ${orderId} AND s.position = t.position`;
}

/** The columns that a change of status sets besides the status. */
export interface StatusColumns {
  readonly courierId?: string;
  readonly deliveredAt?: Date;
  readonly cancelReason?: string;
  readonly cancelComment?: string | null;
}

/**
 * Moves an order from one of the given statuses to another, in one conditional statement whose row count
 * decides: answers false, and changes nothing, when the order stands elsewhere.
 */
export async function updateStatus(
  tx: Transaction,
  { id, scope }: LockedOrder,
  move: { from: readonly OrderStatus[]; to: OrderStatus; columns: StatusColumns; at: Date },
): Promise<boolean> {
  const { count } = await tx.order.updateMany({
    where: {
      id,
      accountId: scope.accountId,
      mode: scope.mode,
      status: { in: [...move.from] },
    },
    data: { status: move.to, updatedAt: move.at, ...move.columns },
  });
  return count === 1;
}

export async function insertStatusChange(
  tx: Transaction,
  { id: orderId, scope }: LockedOrder,
  change: { status: OrderStatus; changedAt: Date; actor: { type: string; id: string } },
): Promise<void> {
  await tx.orderStatusChange.create({
    data: {
      orderId,
      accountId: scope.accountId,
      status: change.status,
      changedAt: change.changedAt,
      actorType: change.actor.type,
      actorId: change.actor.id,
    },
  });
}

/** The history of an order, oldest first. */
export async function selectStatusChanges(
  db: Queryable,
  { id: orderId, scope }: OrderRow,
): Promise<{ status: OrderStatus; changedAt: Date }[]> {
  return db.orderStatusChange.findMany({
    where: { orderId, accountId: scope.accountId },
    select: { status: true, changedAt: true },
    orderBy: { id: "asc" },
  });
}

/** Takes the next number in an order's row of events. */
export async function nextEventSequence(tx: Transaction, { id }: LockedOrder): Promise<number> {
  const { eventSequence } = await tx.order.update({
    where: { id },
    data: { eventSequence: { increment: 1 } },
    select: { eventSequence: true },
  });
  return eventSequence;
}

function amount(value: OrderDetails["paymentAmount"]): string | null {
  return value === null ? null : toDecimalString(value);
}

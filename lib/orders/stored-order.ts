import type { AccountScope } from "@/lib/accounts/scope";
import type { Queryable, Transaction } from "@/lib/db/client";
import {
  courierPositions,
  couriers,
  orderCharges,
  orderStatusChanges,
  orderStops,
  orders,
  proofFiles,
} from "@/lib/db/generated/columns";
import { innerRows } from "@/lib/db/inner-rows";
import { arrayOf, joined, oneOf, outer, pick, type RowOf, text } from "@/lib/db/row";
import { execute, fixedNumber, NOTHING, query, type Sql, sql } from "@/lib/db/sql";
import type { Charge } from "@/lib/orders/charge";
import { AFTER_DELIVERY_TIME_MS, BESIDES_TRIP_MS } from "@/lib/orders/due-at";
import type { OrderStatus } from "@/lib/orders/order";
import { asLocked, asRead, type LockedOrder, type OrderRow } from "@/lib/orders/order-row";
import type { OrderView } from "@/lib/orders/resource";
import { type StopState, stopStates } from "@/lib/orders/stop-state";
import { fromRubles } from "@/lib/pricing/money";
import { ROUTING_SOURCES } from "@/lib/routing/route-trip";

/** An order as the API returns it, with what the verbs need besides. */
export interface StoredOrder extends OrderView, OrderRow {
  readonly courierId: string | null;
  readonly createdAt: Date;
  /** As in `Promised`. */
  readonly promisedUntil: Date | null;
  readonly eventSequence: number;
  readonly fingerprint: Uint8Array;
  /** Incremented by every write to the order's row. A write names the version that it was decided on. */
  readonly version: number;
}

const COURIER_ROW = {
  ...outer(pick(couriers, "transportType make model color number")),
  driverName: couriers.name.orNull,
  driverPhone: couriers.phone.orNull,
  ...outer(pick(courierPositions, "latitude longitude heading receivedAt")),
};

/** The columns of `ORDER_COLUMNS`. */
const ORDER_ROW = {
  ...COURIER_ROW,
  ...pick(
    orders,
    "id externalOrderId orderCode status price charges trackingToken deliveredAt returnState returnStartedAt returnPrice returnDurationSeconds courierId createdAt promisedUntil eventSequence fingerprint version",
  ),
  routing: oneOf(ROUTING_SOURCES).orNull,
};

/** The columns of `VIEW`. */
export const VIEW_ROW = { ...ORDER_ROW, dropoffTokens: arrayOf(text.orNull) };

const COURIER_COLUMNS = sql`
         c.name AS driver_name, c.phone AS driver_phone, c.transport_type,
         c.make, c.model, c.color, c.number,
         p.latitude, p.longitude, p.heading, p.received_at`;

const ORDER_COLUMNS = sql`
         o.id, o.external_order_id, o.order_code, o.status, o.price, o.charges, o.tracking_token,
         o.delivered_at, o.return_state, o.return_started_at, o.return_price, o.return_duration_seconds, o.routing, o.courier_id, o.created_at, o.promised_until, o.event_sequence, o.fingerprint, o.version,
         ${COURIER_COLUMNS}`;

/** What reads show of orders `o`. */
export const VIEW_COLUMNS = sql`${ORDER_COLUMNS},
         ARRAY(SELECT s.tracking_token FROM order_stops s
               WHERE s.order_id = o.id AND s.position > 0 ORDER BY s.position) AS dropoff_tokens`;

/** The couriers of orders `o`, which `VIEW_COLUMNS` needs. */
export const VIEW_COURIER = sql`
  LEFT JOIN couriers c ON c.id = o.courier_id
  LEFT JOIN courier_positions p ON p.courier_id = o.courier_id`;

/**
 * Has a statement that reads an order wait for the standbys that commits wait for, so that the order outlives a
 * failover: its writer may have been cut off while waiting. Without synchronous standbys it writes nothing.
 */
const IS_CONFIRMED = sql`(
  current_setting('synchronous_standby_names') = '' OR
  pg_logical_emit_message(true, 'dropline', '') IS NOT NULL)`;

const VIEW = sql`SELECT ${VIEW_COLUMNS} FROM orders o ${VIEW_COURIER}`;

/** The rows of a scope, as `o`. Every statement that lists or looks up orders for an account carries it. */
export function within(scope: AccountScope): Sql {
  return sql`o.account_id = ${scope.accountId}::uuid AND o.mode = ${scope.mode}::mode`;
}

/** `dueAt` in SQL. */
export const DUE_AT = sql`coalesce(
  o.promised_until,
  o.delivery_time + make_interval(secs => ${AFTER_DELIVERY_TIME_MS / 1000}),
  o.created_at + make_interval(secs => o.duration_seconds + ${BESIDES_TRIP_MS / 1000}))`;

/** `computeTotal` in SQL. */
export const TOTAL = sql`greatest(0, CASE WHEN o.status = 'cancelled' THEN 0 ELSE o.price END + o.charges)`;

/** The order that a row of `VIEW_ROW` holds. */
export function viewFromRow(scope: AccountScope, row: RowOf<typeof VIEW_ROW>): StoredOrder {
  return orderFromRow(scope, row, row.dropoffTokens);
}

function orderFromRow(
  scope: AccountScope,
  row: RowOf<typeof ORDER_ROW>,
  dropoffTokens: StoredOrder["dropoffTokens"],
): StoredOrder {
  const { driver, position } = courierFromRow(row);
  // Field by field: what is left of a wide row takes longer to gather than all else here.
  return asRead({
    id: row.id,
    scope,
    externalOrderId: row.externalOrderId,
    orderCode: row.orderCode,
    status: row.status,
    price: row.price === null ? null : fromRubles(row.price),
    charges: fromRubles(row.charges),
    trackingToken: row.trackingToken,
    dropoffTokens,
    deliveredAt: row.deliveredAt,
    returnState: row.returnState,
    returnStartedAt: row.returnStartedAt,
    returnPrice: fromRubles(row.returnPrice),
    returnDurationSeconds: row.returnDurationSeconds,
    routing: row.routing,
    courierId: row.courierId,
    createdAt: row.createdAt,
    promisedUntil: row.promisedUntil,
    eventSequence: row.eventSequence,
    fingerprint: row.fingerprint,
    version: row.version,
    driver,
    position,
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
  const [row] = await query(db, { ...COURIER_ROW, isSimulated: couriers.isSimulated })`
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
    ${VIEW} WHERE ${within(scope)} AND o.external_order_id = ${externalOrderId} AND ${IS_CONFIRMED}`;
  return row === undefined ? null : viewFromRow(scope, row);
}

/** The scope's order with this code. */
export async function findScopedOrderByCode(
  db: Queryable,
  scope: AccountScope,
  orderCode: string,
): Promise<StoredOrder | null> {
  const [row] = await query(db, VIEW_ROW)`
    ${VIEW} WHERE ${within(scope)} AND o.order_code = ${orderCode} AND ${IS_CONFIRMED}`;
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

/** Whether goods change hands at stop `s` of order `o` of account `a` against a code, a signature or a payment. */
export const IS_IN_PERSON = sql`(
  coalesce(s.proof_code, a.proof_code) OR coalesce(s.proof_signature, a.proof_signature)
  OR coalesce(s.payment_amount, CASE WHEN s.position = 1 THEN o.payment_amount END, 0) > 0)`;

/** What the recipient of stop `s` has decided; null while they have decided nothing. */
export const DECISION = sql`CASE WHEN s.recipient_decided THEN s.recipient_request END`;

const STOP = {
  ...pick(
    orderStops,
    "trackingToken latitude longitude arrivedAt deliveredAt failedAt failureCode failureComment attempts calls resolution answerUntil codeCheck signerName handedLatitude handedLongitude",
  ),
  decision: orderStops.recipientRequest,
};
const STOPS = innerRows("s", "s.position", STOP, { decision: DECISION });

const FILES = innerRows("f", "f.taken_at, f.id", pick(proofFiles, "position id kind"));

const STOPS_ROW = {
  ...pick(orders, "arrivedAt returnArrivedAt returnedAt"),
  stops: STOPS.column,
  files: FILES.column,
};

/** The stops of orders `o` by position with what was brought from them, and what their own rows say of stops. */
const STOPS_COLUMNS = sql`
         (SELECT ${STOPS.gathered} FROM order_stops s WHERE s.order_id = o.id) AS stops,
         (SELECT ${FILES.gathered} FROM proof_files f WHERE f.order_id = o.id) AS files,
         o.arrived_at, o.return_arrived_at, o.returned_at`;

const STOPS_OF_ORDER = {
  ...STOPS_ROW,
  returnState: orders.returnState,
  pickedUpAt: orderStatusChanges.changedAt.orNull,
};

/** The stops of an order in the order of the trip, with what came of each. */
export async function listStops(db: Queryable, { id }: OrderRow): Promise<StopState[]> {
  const [row] = await query(db, STOPS_OF_ORDER)`
    SELECT ${STOPS_COLUMNS}, o.return_state,
           (SELECT min(h.changed_at) FROM order_status_changes h
            WHERE h.order_id = o.id AND h.status = 'in_progress') AS picked_up_at
    FROM orders o WHERE o.id = ${id}`;
  if (row === undefined) throw new Error("An order that was read is there.");
  return stopStates(row.stops, row);
}

const CHARGES = innerRows("c", "c.id", pick(orderCharges, "type amount at why position"));

const CHARGES_ROW = { orderCharges: CHARGES.column };

/** The charges of orders `o`, oldest first. */
const CHARGES_COLUMN = sql`
         (SELECT ${CHARGES.gathered} FROM order_charges c WHERE c.order_id = o.id) AS order_charges`;

function chargesFromRow({ orderCharges }: RowOf<typeof CHARGES_ROW>): Charge[] {
  return orderCharges.map((charge) => ({ ...charge, amount: fromRubles(charge.amount) }));
}

/** What an order costs beside its price, oldest first. */
export async function listCharges(db: Queryable, { id }: OrderRow): Promise<Charge[]> {
  const [row] = await query(db, CHARGES_ROW)`SELECT ${CHARGES_COLUMN} FROM orders o WHERE o.id = ${id}`;
  if (row === undefined) throw new Error("An order that was read is there.");
  return chargesFromRow(row);
}

/** An order with all that reading it alone tells. */
export interface OrderInFull {
  readonly order: StoredOrder;
  /** Oldest first. */
  readonly history: readonly { readonly status: OrderStatus; readonly changedAt: Date }[];
  /** In the order of the trip. */
  readonly stops: readonly StopState[];
  /** Oldest first. */
  readonly charges: readonly Charge[];
}

const HISTORY = innerRows("h", "h.id", pick(orderStatusChanges, "status changedAt"));

const IN_FULL = {
  ...ORDER_ROW,
  ...STOPS_ROW,
  ...CHARGES_ROW,
  history: HISTORY.column,
};

/** The scope's order with this identifier and all that reading it alone tells, as it is at one instant. */
export async function findOrderInFull(
  db: Queryable,
  scope: AccountScope,
  externalOrderId: string,
): Promise<OrderInFull | null> {
  const [row] = await query(db, IN_FULL)`
    SELECT ${ORDER_COLUMNS}, ${STOPS_COLUMNS}, ${CHARGES_COLUMN},
           (SELECT ${HISTORY.gathered} FROM order_status_changes h WHERE h.order_id = o.id) AS history
    FROM orders o ${VIEW_COURIER}
    WHERE ${within(scope)} AND o.external_order_id = ${externalOrderId} AND ${IS_CONFIRMED}`;
  if (row === undefined) return null;
  const { history, stops, files, arrivedAt, returnState, returnArrivedAt, returnedAt } = row;
  const pickedUpAt = history.find(({ status }) => status === "in_progress")?.changedAt ?? null;
  const dropoffTokens = stops.slice(1).map(({ trackingToken }) => trackingToken);
  return {
    order: orderFromRow(scope, row, dropoffTokens),
    history,
    stops: stopStates(stops, { arrivedAt, pickedUpAt, files, returnState, returnArrivedAt, returnedAt }),
    charges: chargesFromRow(row),
  };
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
    CROSS JOIN LATERAL (SELECT * FROM orders o WHERE o.id = page.id OFFSET 0) AS o
    ${VIEW_COURIER}
    ORDER BY o.created_at DESC, o.id DESC`;
  return rows.map((row) => viewFromRow(scope, row));
}

import { type AccountScope, type Mode, mintScope } from "@/lib/account-scope";
import type { AccountMember } from "@/lib/accounts/check-session";
import { COURIER_HAS_ORDER_SQL } from "@/lib/couriers/courier-has-order-sql";
import { IS_FIRST_POSITION_SHOWN_SQL, IS_POSITION_SHOWN_SQL } from "@/lib/couriers/position-shown-sql";
import type { Queryable, Transaction } from "@/lib/db/client";
import { courierPositions, couriers, orders } from "@/lib/db/generated/columns";
import {
  arrayColumn,
  bool,
  enumColumn,
  json,
  leftJoined,
  outer,
  pick,
  type RowOf,
  type RowShape,
  text,
  timestamptz,
  toColumn,
} from "@/lib/db/row";
import { EMPTY_SQL, execute, join, query, Sql, sql } from "@/lib/db/sql";
import { DomainError } from "@/lib/domain-error";
import { windowFromRow } from "@/lib/orders/delivery-window";
import { storedMetadata } from "@/lib/orders/metadata";
import {
  type Include,
  PARTS,
  type Part,
  type Parts,
  type STOPS,
  STOPS_BEFORE,
} from "@/lib/orders/order-parts";
import { brandLockedOrder, brandOrderRef, type LockedOrder, type OrderRef } from "@/lib/orders/order-ref";
import type { ResponseSource } from "@/lib/orders/resource";
import { fromRubles } from "@/lib/pricing/money";
import { ROUTING_SOURCES } from "@/lib/routing/router";

/** The API response's source, and the fields that use cases need. */
interface Core extends ResponseSource, OrderRef {
  readonly courierId: string | null;
  readonly createdAt: Date;
  readonly eventSequence: number;
  readonly fingerprint: Uint8Array;
  /** Incremented by every write to the order's row; a write names the version that it read. */
  readonly version: number;
}

const COURIER_ROW = {
  ...outer(pick(couriers, "transportType make model color number")),
  driverName: couriers.name.orNull,
  driverPhone: couriers.phone.orNull,
  ...outer(pick(courierPositions, "latitude longitude heading receivedAt")),
  isPositionShown: bool,
};

/** Columns that a response shows. */
const SHOWN_ROW = {
  ...COURIER_ROW,
  ...pick(
    orders,
    "externalOrderId orderCode status price charges trackingToken deliveredAt returnState returnStartedAt returnPrice returnDurationSeconds readyAt deliveryMode windowFrom windowTo heldReason",
  ),
  routing: enumColumn(ROUTING_SOURCES).orNull,
  metadata: json(storedMetadata),
};

const ORDER_ROW = {
  ...SHOWN_ROW,
  ...pick(orders, "id courierId createdAt eventSequence fingerprint version"),
};

const TOKENS_ROW = { dropoffTokens: arrayColumn(text.orNull) };

const ORDER_WITH_TOKENS_ROW = { ...ORDER_ROW, ...TOKENS_ROW };

/** Without what only use cases need: a list has up to 100 rows. */
const LISTED_ORDER_ROW = {
  ...SHOWN_ROW,
  ...TOKENS_ROW,
  ...PARTS.stopsBefore.shape,
  id: orders.id,
  sortedAt: timestamptz,
};

const COURIER_COLUMNS = sql`
         c.name AS driver_name, c.phone AS driver_phone, c.transport_type,
         c.make, c.model, c.color, c.number,
         p.latitude, p.longitude, p.heading, p.received_at`;

/** Only an order on its way has a position to show. */
const IS_SHOWN = sql`
  ((p.courier_id IS NOT NULL AND ${COURIER_HAS_ORDER_SQL} AND ${IS_POSITION_SHOWN_SQL}) IS TRUE)`;

const SHOWN_COLUMNS = sql`
         o.external_order_id, o.order_code, o.status, o.price, o.charges, o.tracking_token,
         o.delivered_at, o.return_state, o.return_started_at, o.return_price, o.return_duration_seconds, o.ready_at, o.delivery_mode, o.window_from, o.window_to, o.held_reason, o.routing, o.metadata,
         ${COURIER_COLUMNS}, ${IS_SHOWN} AS is_position_shown`;

const ORDER_COLUMNS = sql`${SHOWN_COLUMNS},
         o.id, o.courier_id, o.created_at, o.event_sequence, o.fingerprint, o.version`;

const DROPOFF_TOKENS = sql`
         ARRAY(SELECT s.tracking_token FROM order_stops s
               WHERE s.order_id = o.id AND s.position > 0 ORDER BY s.position) AS dropoff_tokens`;

const ORDER_WITH_TOKENS_COLUMNS = sql`${ORDER_COLUMNS}, ${DROPOFF_TOKENS}`;

const COURIER_JOIN_SQL = sql`
  LEFT JOIN couriers c ON c.id = o.courier_id
  LEFT JOIN courier_positions p ON p.courier_id = o.courier_id`;

/** Waits for the synchronous standbys, as commits do, so that a returned order survives a failover. */
const IS_CONFIRMED = sql`(
  current_setting('synchronous_standby_names') = '' OR
  pg_logical_emit_message(true, 'dropline', '') IS NOT NULL)`;

/** Restricts orders `o`; every query by account uses it. */
export function inScope(scope: AccountScope): Sql {
  return sql`o.account_id = ${scope.accountId}::uuid AND o.mode = ${scope.mode}::mode`;
}

/** `computeTotal` in SQL. */
export const TOTAL = sql`greatest(0, CASE WHEN o.status = 'cancelled' THEN 0 ELSE o.price END + o.charges)`;

function orderFromRow(
  scope: AccountScope,
  row: RowOf<typeof ORDER_ROW>,
  dropoffTokens: Order["dropoffTokens"],
): Order {
  const { id, courierId, createdAt, eventSequence, fingerprint, version } = row;
  const internal = { id, scope, courierId, createdAt, eventSequence, fingerprint, version };
  return brandOrderRef(Object.assign(shownFromRow(row, dropoffTokens), internal));
}

function shownFromRow(
  row: RowOf<typeof SHOWN_ROW>,
  dropoffTokens: ResponseSource["dropoffTokens"],
): ResponseSource {
  const { driver, position, isPositionShown } = courierFromRow(row);
  // Lists each field, because a rest or spread of a wide object is slower than all other work here.
  return {
    externalOrderId: row.externalOrderId,
    orderCode: row.orderCode,
    status: row.status,
    price: row.price === null ? null : fromRubles(row.price),
    chargesTotal: fromRubles(row.charges),
    trackingToken: row.trackingToken,
    dropoffTokens,
    deliveredAt: row.deliveredAt,
    returnState: row.returnState,
    returnStartedAt: row.returnStartedAt,
    returnPrice: fromRubles(row.returnPrice),
    returnDurationSeconds: row.returnDurationSeconds,
    routing: row.routing,
    metadata: row.metadata,
    heldReason: row.heldReason,
    readyAt: row.readyAt,
    deliveryMode: row.deliveryMode,
    deliveryWindow: windowFromRow(row),
    driver,
    position,
    isPositionShown,
  };
}

type CourierFields = Pick<ResponseSource, "driver" | "position" | "isPositionShown">;

function courierFromRow(row: RowOf<typeof COURIER_ROW>): CourierFields {
  const { driverName, driverPhone, transportType, make, model, color, number } = row;
  const { latitude, longitude, heading, receivedAt } = row;
  const driver = leftJoined({ name: driverName, phone: driverPhone });
  return {
    driver: driver && { ...driver, transport: { type: transportType, make, model, color, number } },
    position: leftJoined({ latitude, longitude, heading, receivedAt }),
    isPositionShown: row.isPositionShown,
  };
}

/** A courier who is just getting an order, as the order shows them. */
export interface ShownCourier extends CourierFields {
  readonly courierId: string;
  readonly isSimulated: boolean;
}

export async function selectCouriers(db: Queryable, ids: readonly string[]): Promise<ShownCourier[]> {
  const rows = await query(db, { ...COURIER_ROW, ...pick(couriers, "id isSimulated") })`
    SELECT c.id, c.is_simulated, ${COURIER_COLUMNS},
           (p.courier_id IS NOT NULL AND ${IS_FIRST_POSITION_SHOWN_SQL}) AS is_position_shown
    FROM couriers c LEFT JOIN courier_positions p ON p.courier_id = c.id WHERE c.id = ANY(${[...ids]}::uuid[])`;
  return rows.map((row) => ({ ...courierFromRow(row), courierId: row.id, isSimulated: row.isSimulated }));
}

export async function selectCourier(db: Queryable, courierId: string): Promise<ShownCourier> {
  const [courier] = await selectCouriers(db, [courierId]);
  if (courier === undefined) throw new Error("order names an unknown courier");
  return courier;
}

type Intersection<Each> = (Each extends unknown ? (each: Each) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

export type Order<I extends Include = never> = Core & Intersection<Parts[I]>;

/** An order by external id in a scope, by code in an account, or without a scope for operators, couriers and jobs. */
export type Selector =
  | Pick<OrderRef, "scope" | "externalOrderId">
  | { readonly member: Pick<AccountMember, "scope">; readonly code: string }
  | { readonly code: string }
  | { readonly orderId: bigint };

function isSelected(selector: Selector): Sql {
  if ("scope" in selector) {
    return sql`${inScope(selector.scope)} AND o.external_order_id = ${selector.externalOrderId}`;
  }
  if ("orderId" in selector) return sql`o.id = ${selector.orderId}`;
  const isNamed = sql`o.order_code = ${selector.code.toUpperCase()}`;
  if (!("member" in selector)) return isNamed;
  return sql`o.account_id = ${selector.member.scope("live").accountId}::uuid AND ${isNamed}`;
}

function getScope(selector: Selector, accountId: string, mode: Mode): AccountScope {
  if ("scope" in selector) return selector.scope;
  return "member" in selector ? selector.member.scope(mode) : mintScope(accountId, mode);
}

type LoadedRow = RowOf<typeof ORDER_ROW> & {
  readonly accountId: string;
  readonly mode: Mode;
  readonly dropoffTokens: Order["dropoffTokens"];
  readonly stops?: RowOf<{ stops: typeof STOPS.column }>["stops"];
};

interface LoadQuery {
  readonly shape: RowShape;
  readonly columns: Sql;
  readonly joins: Sql;
  readonly parts: readonly Part<RowShape, object>[];
}

const readings = new Map<string, LoadQuery>();

/** One statement per set of parts, since statements are cached by template. */
function getReading(include: readonly Include[]): LoadQuery {
  const key = include.join();
  const known = readings.get(key);
  if (known !== undefined) return known;
  const parts = include.map((name) => PARTS[name] as Part<RowShape, object>);
  const added: RowShape = Object.assign(pick(orders, "accountId mode"), ...parts.map(({ shape }) => shape));
  const cells: Readonly<Record<string, Sql>> = Object.assign({}, ...parts.map((part) => part.cells));
  const [base, columns] =
    "stops" in added ? [ORDER_ROW, ORDER_COLUMNS] : [ORDER_WITH_TOKENS_ROW, ORDER_WITH_TOKENS_COLUMNS];
  const others = Object.keys(added).flatMap((name) => {
    const column = toColumn(name);
    return name in base
      ? []
      : [sql`${cells[name] ?? new Sql([`o.${column}`], [])}${new Sql([` AS ${column}`], [])}`];
  });
  const reading = {
    shape: { ...base, ...added },
    columns: join([columns, ...others], ", "),
    joins: join([COURIER_JOIN_SQL, ...parts.map((part) => part.joins ?? EMPTY_SQL)], " "),
    parts,
  };
  readings.set(key, reading);
  return reading;
}

/** Finds an order and its parts in one statement; null if absent or another account's. */
export async function loadOrder<const I extends Include = never>(
  db: Queryable,
  selector: Selector,
  include: readonly I[] = [],
): Promise<Order<I> | null> {
  const reading = getReading(include);
  const { shape, columns, joins } = reading;
  const [found] = await query(db, shape)`
    SELECT ${columns} FROM orders o ${joins}
    WHERE ${isSelected(selector)}${"orderId" in selector ? EMPTY_SQL : sql` AND ${IS_CONFIRMED}`}`;
  if (found === undefined) return null;
  return readOrder<I>(reading, found, ({ accountId, mode }) => getScope(selector, accountId, mode));
}

function readOrder<I extends Include>(
  { parts }: LoadQuery,
  found: RowOf<RowShape>,
  toScope: (row: LoadedRow) => AccountScope,
): Order<I> {
  // The shape has the columns of ORDER_ROW and of each part.
  const row = found as LoadedRow;
  const tokens = row.stops?.slice(1).map(({ trackingToken }) => trackingToken) ?? row.dropoffTokens;
  const order = orderFromRow(toScope(row), row, tokens);
  return Object.assign(order, ...parts.map((part) => part.read(found))) as Order<I>;
}

/** As `loadOrder`. @throws DomainError ORDER_NOT_FOUND */
export async function getOrder<const I extends Include = never>(
  db: Queryable,
  selector: Selector,
  include: readonly I[] = [],
): Promise<Order<I>> {
  const order = await loadOrder(db, selector, include);
  if (order === null) throw new DomainError("ORDER_NOT_FOUND");
  return order;
}

/** Locks an order until the transaction ends and returns its current state. */
export async function lockOrder<const I extends Include = never>(
  tx: Transaction,
  selector: Selector,
  include: readonly I[] = [],
): Promise<(Order<I> & LockedOrder) | null> {
  const locked = await execute(tx)`SELECT o.id FROM orders o WHERE ${isSelected(selector)} FOR UPDATE`;
  // After a lock wait, a statement sees the new order row but old stops and courier, so a second one reads
  // them.
  const order = locked === 0 ? null : await loadOrder(tx, selector, include);
  return order && brandLockedOrder(order);
}

/** As `lockOrder` for several orders, by id; leaves out those that another transaction has locked. */
export async function lockOrders<const I extends Include = never>(
  tx: Transaction,
  ids: readonly bigint[],
  include: readonly I[] = [],
): Promise<(Order<I> & LockedOrder)[]> {
  const locked = await query(tx, { id: orders.id })`
    SELECT o.id FROM orders o WHERE o.id = ANY(${[...ids]}::bigint[]) ORDER BY o.id FOR UPDATE SKIP LOCKED`;
  return loadLockedOrders(tx, locked, include);
}

const isOfCourier = (courierId: string): Sql =>
  sql`o.courier_id = ${courierId}::uuid AND ${COURIER_HAS_ORDER_SQL}`;

/** As `lockOrder` for all orders that a courier has, by id. */
export async function lockOrdersOfCourier<const I extends Include = never>(
  tx: Transaction,
  courierId: string,
  include: readonly I[] = [],
): Promise<(Order<I> & LockedOrder)[]> {
  const locked = await query(tx, { id: orders.id })`
    SELECT o.id FROM orders o WHERE ${isOfCourier(courierId)} ORDER BY o.id FOR UPDATE`;
  return loadLockedOrders(tx, locked, include);
}

async function loadLockedOrders<I extends Include>(
  tx: Transaction,
  locked: readonly { readonly id: bigint }[],
  include: readonly I[],
): Promise<(Order<I> & LockedOrder)[]> {
  const isLocked = sql`o.id = ANY(${locked.map(({ id }) => id)}::bigint[])`;
  const found = await loadAll(tx, include, isLocked, sql`o.id`);
  return found.map(brandLockedOrder);
}

/** Loads the orders that a courier has, in the sequence of their next stops; those without one come last. */
export function loadOrdersOfCourier<const I extends Include = never>(
  db: Queryable,
  courierId: string,
  include: readonly I[] = [],
): Promise<Order<I>[]> {
  const nextStop = sql`(SELECT min(r.position) FROM route_stops r WHERE r.order_id = o.id)`;
  return loadAll(db, include, isOfCourier(courierId), sql`${nextStop}, o.id`);
}

async function loadAll<I extends Include>(
  db: Queryable,
  include: readonly I[],
  where: Sql,
  sequence: Sql,
): Promise<Order<I>[]> {
  const reading = getReading(include);
  const { shape, columns, joins } = reading;
  const rows = await query(db, shape)`
    SELECT ${columns} FROM orders o ${joins} WHERE ${where} ORDER BY ${sequence}`;
  return rows.map((row) => readOrder<I>(reading, row, ({ accountId, mode }) => mintScope(accountId, mode)));
}

/** Reads a locked order after its transaction has changed it. */
export async function reloadLockedOrder<const I extends Include = never>(
  tx: Transaction,
  locked: LockedOrder,
  include: readonly I[] = [],
): Promise<Order<I> & LockedOrder> {
  return brandLockedOrder(await getOrder(tx, locked, include));
}

/** An order that is only shown, and where it is in its list. */
export interface ListedOrder {
  readonly order: ResponseSource;
  readonly id: bigint;
  readonly sortedAt: Date;
}

/** Loads the orders of `page`, a SELECT from `orders` within a scope, in one statement. */
export async function loadOrders(
  db: Queryable,
  { page, order, sortedAt }: Readonly<Record<"page" | "order" | "sortedAt", Sql>>,
): Promise<ListedOrder[]> {
  const rows = await query(db, LISTED_ORDER_ROW)`
    SELECT ${SHOWN_COLUMNS}, ${DROPOFF_TOKENS}, ${STOPS_BEFORE} AS stops_before, o.id, ${sortedAt} AS sorted_at
    FROM (${page}) AS o ${COURIER_JOIN_SQL}
    ORDER BY ${order}`;
  return rows.map((row) => ({
    order: Object.assign(shownFromRow(row, row.dropoffTokens), PARTS.stopsBefore.read(row)),
    id: row.id,
    sortedAt: row.sortedAt,
  }));
}

import type { AccountScope } from "@/lib/accounts/scope";
import type { Queryable, Transaction } from "@/lib/db/client";
import { int4, oneOf, timestamptz } from "@/lib/db/row";
import { execute, query, Sql, sql } from "@/lib/db/sql";
import { announceDeliveries, insertDeliveries } from "@/lib/events/insert-deliveries";
import { insertEventOf } from "@/lib/events/insert-event";
import type { NewEvent } from "@/lib/events/new-event";
import { LIVE_CHANNEL } from "@/lib/live/announce";
import { ORDER_STATUSES, type OrderDetails, type OrderStatus } from "@/lib/orders/order";
import type { LockedOrder, OrderRow } from "@/lib/orders/order-row";
import {
  DETAILS_ROW,
  detailsFromRows,
  STOP_ROW,
  type StopTokens,
  type StoredDetails,
  stopsToJson,
  WRITTEN_COLUMNS,
} from "@/lib/orders/rows";
import { within } from "@/lib/orders/stored-order";
import { toDecimalString } from "@/lib/pricing/money";
import type { PricedTrip } from "@/lib/pricing/price-trip";
import { DISPATCH_WOKEN } from "@/lib/waiting/wake-dispatch";

const READ_CELLS = list(Object.keys(STOP_ROW).map((name) => `s.${name}`));

/** What the client decided about an order, from its row and its stops. */
export async function selectDetails(db: Queryable, { id: orderId }: OrderRow): Promise<StoredDetails> {
  const [order] = await query(db, DETAILS_ROW)`
    SELECT cargo_size, routing_mode, payment_type, payment_amount, delivery_time, comment, quote_id, tariff_id
    FROM orders WHERE id = ${orderId}`;
  const stops = await query(db, STOP_ROW)`
    SELECT ${READ_CELLS} FROM order_stops s WHERE s.order_id = ${orderId} ORDER BY s.position`;
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
 * Writes an order with its stops, its first status, and its first event with the deliveries of it, all in one statement
 * and so all or nothing. A rival that is writing the same identifier is waited for; answers false when the identifier
 * turns out to be taken, and has written nothing then.
 */
export async function insertOrder(db: Queryable, scope: AccountScope, order: NewOrder): Promise<boolean> {
  const { details, trip, event } = order;
  const placed = await execute(db)`
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
    ), stops AS (${insertStops(sql`placed`, stopsToJson(details, trip, order.tokens))}
    ), history AS (
      INSERT INTO order_status_changes (order_id, account_id, status, changed_at, actor_type, actor_id)
      SELECT id, account_id, 'new', ${order.createdAt}::timestamptz, ${order.actor.type}, ${order.actor.id}
      FROM placed
    ), journal AS (${insertEventOf(sql`placed`, event)}
    ), deliveries AS (${insertDeliveries(sql`journal`)}
    )
    SELECT (${announceDeliveries(sql`deliveries`)}),
           ${DISPATCH_WOKEN},
           pg_notify(${LIVE_CHANNEL}, concat_ws(' ', 'order', id, account_id, mode))
    FROM placed`;
  return placed === 1;
}

const WRITTEN = Object.entries(WRITTEN_COLUMNS);
const INSERTED = {
  names: list(WRITTEN.map(([name]) => name)),
  cells: list(WRITTEN.map(([name]) => `s.${name}`)),
  types: list(WRITTEN.map((column) => column.join(" "))),
};

/** A list in a statement, of names that this code has chosen. */
function list(names: readonly string[]): Sql {
  return new Sql([names.join(", ")], []);
}

/** The statement that writes the stops of the one order that `source` (id, account_id) holds. */
function insertStops(source: Sql, stops: string): Sql {
  return sql`
      INSERT INTO order_stops (order_id, account_id, ${INSERTED.names})
      SELECT source.id, source.account_id, ${INSERTED.cells}
      FROM ${source} AS source, jsonb_to_recordset(${stops}::jsonb) AS s(${INSERTED.types})`;
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
  const updated = await execute(tx)`
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
  await execute(tx)`DELETE FROM order_stops WHERE order_id = ${orderId}`;
  const source = sql`(SELECT ${orderId}::bigint AS id, ${scope.accountId}::uuid AS account_id)`;
  await execute(tx)`${insertStops(source, stopsToJson(details, trip, change.tokens))}`;
  return true;
}

/** Sets the tokens of an order's links. */
export async function writeTokens(
  tx: Transaction,
  { id: orderId }: LockedOrder,
  tokens: StopTokens,
): Promise<void> {
  await execute(tx)`UPDATE orders SET tracking_token = ${tokens.order} WHERE id = ${orderId}`;
  await execute(tx)`
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
  const { courierId = null, deliveredAt = null, cancelReason = null, cancelComment = null } = move.columns;
  const moved = await execute(tx)`
    UPDATE orders o SET
      status = ${move.to}::order_status, updated_at = ${move.at}::timestamptz,
      courier_id = coalesce(${courierId}::uuid, o.courier_id),
      delivered_at = coalesce(${deliveredAt}::timestamptz, o.delivered_at),
      cancel_reason = coalesce(${cancelReason}, o.cancel_reason),
      cancel_comment = coalesce(${cancelComment}, o.cancel_comment)
    WHERE o.id = ${id} AND ${within(scope)} AND o.status = ANY(${move.from}::order_status[])`;
  return moved === 1;
}

export async function insertStatusChange(
  tx: Transaction,
  { id: orderId, scope }: LockedOrder,
  change: { status: OrderStatus; changedAt: Date; actor: { type: string; id: string } },
): Promise<void> {
  await execute(tx)`
    INSERT INTO order_status_changes (order_id, account_id, status, changed_at, actor_type, actor_id)
    VALUES (${orderId}, ${scope.accountId}::uuid, ${change.status}::order_status, ${change.changedAt}::timestamptz,
            ${change.actor.type}, ${change.actor.id})`;
}

/** The history of an order, oldest first. */
export async function selectStatusChanges(
  db: Queryable,
  { id: orderId, scope }: OrderRow,
): Promise<{ status: OrderStatus; changedAt: Date }[]> {
  return query(db, { status: oneOf(ORDER_STATUSES), changedAt: timestamptz })`
    SELECT status, changed_at FROM order_status_changes
    WHERE order_id = ${orderId} AND account_id = ${scope.accountId}::uuid ORDER BY id`;
}

/** Takes the next number in an order's row of events. */
export async function nextEventSequence(tx: Transaction, { id }: LockedOrder): Promise<number> {
  const [row] = await query(tx, { eventSequence: int4 })`
    UPDATE orders SET event_sequence = event_sequence + 1 WHERE id = ${id} RETURNING event_sequence`;
  if (row === undefined) throw new Error("A locked order is there.");
  return row.eventSequence;
}

function amount(value: OrderDetails["paymentAmount"]): string | null {
  return value === null ? null : toDecimalString(value);
}

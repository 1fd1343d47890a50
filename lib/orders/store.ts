import type { AccountScope } from "@/lib/account-scope";
import type { Queryable, Transaction } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { orderStops, orders } from "@/lib/db/generated/columns";
import { text, toColumn } from "@/lib/db/row";
import { execute, join, query, Sql, type SqlParts, sql, withParts } from "@/lib/db/sql";
import { NOTIFY_DISPATCH_SQL } from "@/lib/dispatch/notify-dispatch";
import { buildEventInsert } from "@/lib/events/build-event-insert";
import type { NewEvent } from "@/lib/events/new-event";
import { enqueueJobsSql, type NewJob } from "@/lib/jobs/enqueue-job";
import { JOBS_CHANNEL } from "@/lib/jobs/job";
import { type NewCharge, sumCharges } from "@/lib/orders/charge";
import type { HeldReason } from "@/lib/orders/held-order";
import { inScope, type Order } from "@/lib/orders/load-order";
import { isEmptyMetadata, type Metadata, subtractMetadata } from "@/lib/orders/metadata";
import { findOrderWindow, type OrderRequest, type OrderStatus } from "@/lib/orders/order";
import type { LockedOrder } from "@/lib/orders/order-ref";
import { type PricedRequest, type StopTokens, stopsToJson, WRITTEN_COLUMNS } from "@/lib/orders/rows";
import { kopecks, toDecimalString } from "@/lib/pricing/money";
import type { PricedTrip } from "@/lib/pricing/price-trip";
import { LIVE_CHANNEL } from "@/lib/streams/announce";
import { announceMessagesSql, insertMessagesSql } from "@/lib/tracking/messages/insert-messages";
import { announceDeliveriesSql, insertDeliveriesSql } from "@/lib/webhooks/insert-deliveries";

export interface Insertion {
  readonly externalOrderId: string;
  readonly orderCode: string;
  readonly details: OrderRequest;
  readonly trip: PricedTrip;
  readonly quoteId: string | null;
  readonly heldReason: HeldReason | null;
  readonly tokens: StopTokens;
  readonly fingerprint: Uint8Array<ArrayBuffer>;
  readonly actor: { readonly type: string; readonly id: string };
  readonly createdAt: Date;
  readonly dispatchAt: Date;
  readonly event: NewEvent;
  /** Additional writes for the order in `order` (id, account_id, order_code, created_at). */
  readonly along?: ((order: Sql) => Sql) | undefined;
}

/** Writes an order, its stops and its event in one statement; false if the identifier is taken. */
export async function insertOrder(db: Queryable, scope: AccountScope, order: Insertion): Promise<boolean> {
  const { details, trip, event } = order;
  const window = findOrderWindow(details);
  const placed = sql`placed`;
  const messages = insertMessagesSql(event.type, placed, sql`stops`);
  const rows = sql`jsonb_populate_recordset(NULL::order_stops, ${stopsToJson({ ...order, scope }, order, order.tokens)}::jsonb)`;
  const parts = withParts({
    placed: sql`
      INSERT INTO orders (account_id, mode, external_order_id, order_code, status, cargo_size, routing_mode,
        payment_type, payment_amount, delivery_time, comment, price, distance_meters, duration_seconds,
        tariff_id, if_undeliverable, return_price, return_distance_meters, return_duration_seconds, routing,
        quote_id, tracking_token, fingerprint, event_sequence, metadata, created_at, updated_at, dispatch_at,
        notify, locale, held_reason, ready_at, delivery_mode, window_from, window_to)
      VALUES (${scope.accountId}::uuid, ${scope.mode}::mode, ${order.externalOrderId}, ${order.orderCode}, 'new',
        ${details.cargoSize}::cargo_size, ${details.routingMode}::routing_mode,
        ${details.paymentType}::payment_type, ${amount(details.paymentAmount)}::numeric,
        ${details.deliveryTime}::timestamptz, ${details.comment}, ${toDecimalString(trip.price)}::numeric,
        ${trip.distanceMeters}, ${trip.durationSeconds}, ${trip.tariffId},
        ${details.ifUndeliverable}::undeliverable_action, ${amount(trip.wayBack?.price ?? kopecks(0))}::numeric,
        ${trip.wayBack?.distanceMeters ?? null}::int, ${trip.wayBack?.durationSeconds ?? null}::int,
        ${trip.routing}, ${order.quoteId}::uuid, ${order.tokens.order}, ${order.fingerprint}, ${event.sequence},
        ${JSON.stringify(details.metadata)}::jsonb,
        ${order.createdAt}::timestamptz, ${order.createdAt}::timestamptz, ${order.dispatchAt}::timestamptz,
        ${details.notify}::boolean, ${details.locale}::locale, ${order.heldReason}::held_reason, ${details.readyAt}::timestamptz,
        ${details.deliveryMode}::delivery_mode, ${window?.from ?? null}::timestamptz, ${window?.to ?? null}::timestamptz)
      ON CONFLICT (account_id, mode, external_order_id) DO NOTHING
      RETURNING id, account_id, mode, order_code, notify, created_at`,
    stops: sql`${insertStops(placed, rows)} RETURNING order_id, position, contact_type, notify`,
    history: insertStatusChange(placed, { status: "new", at: order.createdAt, actor: order.actor }),
    journal: buildEventInsert(placed, event, order.actor),
    deliveries: insertDeliveriesSql(sql`journal`),
    metadata_added: addMetadata(placed, details.metadata),
    messages,
    along: order.along?.(placed) ?? null,
  });
  const notifications = [
    sql`(${announceDeliveriesSql(sql`deliveries`)})`,
    messages && sql`(${announceMessagesSql(sql`messages`)})`,
    NOTIFY_DISPATCH_SQL,
    sql`pg_notify(${LIVE_CHANNEL}, concat_ws(' ', 'order', id, account_id, mode))`,
  ];
  const count = await execute(db)`${parts} SELECT ${join(notifications, ", ")} FROM placed`;
  return count === 1;
}

const INSERTED = { names: list(WRITTEN_COLUMNS), cells: list(WRITTEN_COLUMNS.map((name) => `s.${name}`)) };

function list(names: readonly string[]): Sql {
  return new Sql([names.join(", ")], []);
}

/** Inserts the stops of the order in `source` (id, account_id). */
function insertStops(source: Sql, stops: Sql): Sql {
  return sql`
      INSERT INTO order_stops (order_id, account_id, ${INSERTED.names})
      SELECT source.id, source.account_id, ${INSERTED.cells}
      FROM ${source} AS source CROSS JOIN ${stops} AS s`;
}

/** The parts of an edited order that stay as they are, and are not written again. */
interface KeptDetails {
  readonly isTripSame: boolean;
  readonly areTimesSame: boolean;
}

/** The columns of an edited order. Unwritten ones run no trigger that compares them. */
export function detailsSet(
  { details, trip, quoteId }: PricedRequest,
  dispatchAt: Date,
  { isTripSame, areTimesSame }: KeptDetails,
): Sql {
  const window = findOrderWindow(details);
  const columns = [
    sql`
      cargo_size = ${details.cargoSize}::cargo_size, routing_mode = ${details.routingMode}::routing_mode,
      payment_type = ${details.paymentType}::payment_type,
      payment_amount = ${amount(details.paymentAmount)}::numeric,
      delivery_mode = ${details.deliveryMode}::delivery_mode, comment = ${details.comment},
      if_undeliverable = ${details.ifUndeliverable}::undeliverable_action,
      metadata = ${JSON.stringify(details.metadata)}::jsonb, dispatch_at = ${dispatchAt}::timestamptz,
      notify = ${details.notify}::boolean, locale = ${details.locale}::locale`,
    isTripSame
      ? null
      : sql`
      price = ${toDecimalString(trip.price)}::numeric, distance_meters = ${trip.distanceMeters},
      duration_seconds = ${trip.durationSeconds}, tariff_id = ${trip.tariffId}, routing = ${trip.routing},
      return_price = ${amount(trip.wayBack?.price ?? kopecks(0))}::numeric,
      return_distance_meters = ${trip.wayBack?.distanceMeters ?? null}::int,
      return_duration_seconds = ${trip.wayBack?.durationSeconds ?? null}::int, quote_id = ${quoteId}::uuid`,
    areTimesSame
      ? null
      : sql`
      delivery_time = ${details.deliveryTime}::timestamptz, ready_at = ${details.readyAt}::timestamptz,
      window_from = ${window?.from ?? null}::timestamptz, window_to = ${window?.to ?? null}::timestamptz`,
  ];
  return join(columns, ", ");
}

type OrderState = Pick<
  Order,
  "status" | "courierId" | "deliveredAt" | "returnState" | "returnStartedAt" | "heldReason"
>;

interface ChangeWrite extends OrderState, Pick<Order, "metadata"> {
  readonly charges: readonly NewCharge[];
  readonly columns: readonly Sql[];
  /** New stops, by `stopsToJson`; null for the stored ones. */
  readonly stops: string | null;
  readonly event: NewEvent;
  readonly actor: { readonly type: string; readonly id: string };
  readonly jobs: readonly NewJob[];
  readonly wakesDispatch: boolean;
}

export const WITHOUT_TAKEOVER = sql`
  takeover_from_id = NULL, takeover_latitude = NULL, takeover_longitude = NULL, takeover_since = NULL`;

const CHANGED = { version: orders.version, notified: text };

/**
 * Writes a change, its event, stops and jobs in one atomic statement, and notifies subscribers.
 * @returns the new version; null, with nothing written, when `seen` is no longer current
 */
export async function writeChange(db: Queryable, seen: Order, change: ChangeWrite): Promise<number | null> {
  const { id, scope, version } = seen;
  const { event, actor, charges, jobs, stops, wakesDispatch } = change;
  const isOver = change.status === "delivered" || change.status === "cancelled";
  const isCarried = !isOver || change.returnState === "on_the_way";
  const former = seen.courierId === change.courierId ? null : seen.courierId;
  const changed = sql`changed`;
  const messages = insertMessagesSql(event.type, changed, sql`order_stops`);
  const columns = [
    sql`event_sequence = ${event.sequence}, updated_at = ${event.createdAt}::timestamptz`,
    isInSameState(seen, change) ? null : stateSet(change),
    charges.length === 0 ? null : addCharges(charges),
    isCarried ? null : WITHOUT_TAKEOVER,
    ...change.columns,
  ];
  const history = { status: change.status, at: event.createdAt, actor };
  const parts = withParts({
    changed: sql`
      UPDATE orders o SET ${join(columns, ", ")}
      WHERE o.id = ${id} AND ${inScope(scope)} AND o.version = ${version}
      RETURNING o.id, o.account_id, o.mode, o.courier_id, o.version, o.notify, o.created_at`,
    history: change.status === seen.status ? null : insertStatusChange(changed, history),
    ...(stops === null ? {} : replaceStops(changed, stops, former === null)),
    unseen: stops === null && former !== null ? markNotesUnseen(changed) : null,
    metadata_removed: removeMetadata(changed, subtractMetadata(seen.metadata, change.metadata)),
    metadata_added: addMetadata(changed, subtractMetadata(change.metadata, seen.metadata)),
    charges: charges.length === 0 ? null : insertCharges(changed, charges, event.createdAt),
    journal: buildEventInsert(changed, event, actor),
    deliveries: insertDeliveriesSql(sql`journal`),
    messages,
    jobs: jobs.length === 0 ? null : enqueueJobsSql(jobs, sql`EXISTS (SELECT FROM changed)`),
  });
  const notifications = [
    sql`(${announceDeliveriesSql(sql`deliveries`)})`,
    messages && sql`(${announceMessagesSql(sql`messages`)})`,
    jobs.length === 0 ? null : sql`pg_notify(${JOBS_CHANNEL}, '')::text`,
    wakesDispatch ? sql`${NOTIFY_DISPATCH_SQL}::text` : null,
    former === null ? null : sql`pg_notify(${LIVE_CHANNEL}, ${`courier ${former}`})::text`,
    sql`pg_notify(${LIVE_CHANNEL}, concat_ws(' ', 'order', id, account_id, mode, courier_id))::text`,
  ];
  const [row] = await query(db, CHANGED)`
    ${parts} SELECT version, concat(${join(notifications, ", ")}) AS notified FROM changed`;
  return row?.version ?? null;
}

function isInSameState(one: OrderState, other: OrderState): boolean {
  return (
    one.status === other.status &&
    one.courierId === other.courierId &&
    one.deliveredAt?.getTime() === other.deliveredAt?.getTime() &&
    one.returnState === other.returnState &&
    one.returnStartedAt?.getTime() === other.returnStartedAt?.getTime() &&
    one.heldReason === other.heldReason
  );
}

function stateSet(state: OrderState): Sql {
  return sql`
        status = ${state.status}::order_status, courier_id = ${state.courierId}::uuid,
        delivered_at = ${state.deliveredAt}::timestamptz, return_state = ${state.returnState}::return_state,
        return_started_at = ${state.returnStartedAt}::timestamptz, held_reason = ${state.heldReason}::held_reason`;
}

function addCharges(charges: readonly NewCharge[]): Sql {
  return sql`charges = o.charges + ${toDecimalString(sumCharges(charges))}::numeric`;
}

function insertCharges(order: Sql, charges: readonly NewCharge[], at: Date): Sql {
  const rows = charges.map(({ amount: sum, position = null, ...rest }) => {
    return { ...rest, amount: toDecimalString(sum), position };
  });
  return sql`
      INSERT INTO order_charges (order_id, account_id, type, amount, at, why, position)
      SELECT source.id, source.account_id, c.type, c.amount, ${at}::timestamptz, c.why, c.position
      FROM ${order} AS source, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS c(type charge_type, amount numeric, why text, position smallint)`;
}

function insertStatusChange(
  order: Sql,
  { status, at, actor }: { status: OrderStatus; at: Date; actor: { type: string; id: string } },
): Sql {
  return sql`
      INSERT INTO order_status_changes (order_id, account_id, status, changed_at, actor_type, actor_id)
      SELECT source.id, source.account_id, ${status}::order_status, ${at}::timestamptz, ${actor.type}, ${actor.id}
      FROM ${order} AS source`;
}

/** Inserts the rows that find the order in `order` (id, account_id, mode, created_at) by its metadata. */
function addMetadata(order: Sql, added: Metadata): Sql | null {
  if (isEmptyMetadata(added)) return null;
  return sql`
      INSERT INTO order_metadata (account_id, mode, key, value, created_at, order_id)
      SELECT source.account_id, source.mode, m.key, m.value, source.created_at, source.id
      FROM ${order} AS source CROSS JOIN jsonb_each_text(${JSON.stringify(added)}::jsonb) AS m`;
}

function removeMetadata(order: Sql, removed: Metadata): Sql | null {
  if (isEmptyMetadata(removed)) return null;
  return sql`
      DELETE FROM order_metadata m USING ${order} AS source, jsonb_each_text(${JSON.stringify(removed)}::jsonb) AS old
      WHERE m.account_id = source.account_id AND m.mode = source.mode AND m.key = old.key AND m.value = old.value
        AND m.created_at = source.created_at AND m.order_id = source.id`;
}

/** Marks the notes as unseen, since the next courier has not read them. */
function markNotesUnseen(order: Sql): Sql {
  return sql`
      UPDATE order_stops s SET recipient_note_seen_at = NULL FROM ${order} AS source
      WHERE s.order_id = source.id AND s.recipient_note_seen_at IS NOT NULL`;
}

const NOTE_COLUMNS = ["recipient_note", "recipient_note_at", "recipient_note_seen_at"];
const KEPT_COLUMNS = ["order_id", "account_id", ...NOTE_COLUMNS];
/** JSON of the columns that an edit resets: null, or the default of the few that are never null. */
const RESET = JSON.stringify(
  Object.fromEntries(
    Object.entries(orderStops)
      .map(([property, { type, isNullable }]) => [
        toColumn(property),
        isNullable ? null : type === "int4" ? 0 : false,
      ])
      .filter(([name]) => !KEPT_COLUMNS.includes(String(name)) && !WRITTEN_COLUMNS.includes(String(name))),
  ),
);

// A recipient is known by the link; a single dropoff has no separate link, so by contact and door.
const SAME_DOOR = sql`(r.stop).street = w.cells ->> 'street' AND (r.stop).building = w.cells ->> 'building'`;
const SAME_CONTACT = sql`(r.stop).contact_value = w.cells ->> 'contact_value'`;
const SAME_LINK = sql`(r.stop).tracking_token = w.cells ->> 'tracking_token'`;
const SAME_PLACE_IN_ORDER = sql`(r.stop).tracking_token IS NULL AND w.cells ->> 'tracking_token' IS NULL
        AND (r.stop).position = (w.cells ->> 'position')::smallint`;

/** Keeps the notes of the same recipient, and columns that a later version has added and this one does not know. */
function replaceStops(order: Sql, stops: string, isCourierSame: boolean): SqlParts {
  const unseen = isCourierSame ? sql`'{}'` : sql`'{"recipient_note_seen_at": null}'`;
  const withoutNotes = JSON.stringify(Object.fromEntries(NOTE_COLUMNS.map((name) => [name, null])));
  const added = sql`(SELECT cells FROM wanted WHERE (stop).order_id IS NULL) AS added CROSS JOIN jsonb_populate_record(NULL::order_stops, added.cells)`;
  return {
    removed: sql`
      DELETE FROM order_stops s USING ${order} AS source WHERE s.order_id = source.id RETURNING s AS stop`,
    // The count forces the deletion before the insertion, which reuses positions and links.
    wanted: sql`
      SELECT r.stop, w.cells, CASE WHEN ${SAME_LINK} OR (${SAME_CONTACT} AND ${SAME_DOOR}) THEN ${unseen}::jsonb
               ELSE ${withoutNotes}::jsonb END AS notes
      FROM jsonb_array_elements(${stops}::jsonb) AS w(cells)
      LEFT JOIN removed r ON ${SAME_LINK} OR (${SAME_PLACE_IN_ORDER} AND (${SAME_CONTACT} OR ${SAME_DOOR}))
      WHERE (SELECT count(*) FROM removed) > 0`,
    kept: sql`
      INSERT INTO order_stops
      SELECT written.* FROM wanted,
        jsonb_populate_record(wanted.stop, ${RESET}::jsonb || wanted.notes || wanted.cells) AS written
      WHERE (wanted.stop).order_id IS NOT NULL`,
    stops: insertStops(order, added),
  };
}

export async function writeTokens(
  tx: Transaction,
  { id: orderId }: LockedOrder,
  tokens: StopTokens,
): Promise<void> {
  await tx.models.order.updateMany({ where: { id: orderId }, data: { trackingToken: tokens.order } });
  await execute(tx)`
    UPDATE order_stops s SET tracking_token = t.token
    FROM unnest(${[...tokens.dropoffs]}::text[]) WITH ORDINALITY AS t(token, position)
    WHERE s.order_id = ${orderId} AND s.position = t.position`;
}

export async function updateStop(
  tx: Transaction,
  { id: orderId }: LockedOrder,
  position: number,
  data: Prisma.OrderStopUpdateManyMutationInput,
): Promise<void> {
  await tx.models.orderStop.updateMany({ where: { orderId, position }, data });
}

/** Closes the open questions of an order whose goods are returned. */
export async function writeQuestionsClosed(tx: Transaction, { id: orderId }: LockedOrder): Promise<void> {
  await tx.models.orderStop.updateMany({
    where: { orderId, resolution: "ask" },
    data: { resolution: "return", answerUntil: null },
  });
}

function amount(value: OrderRequest["paymentAmount"]): string | null {
  return value === null ? null : toDecimalString(value);
}

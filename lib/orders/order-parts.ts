import * as z from "zod";
import { OTHERS_BEFORE_SQL } from "@/lib/couriers/others-before-sql";
import {
  orderCharges,
  orderStatusChanges,
  orderStops,
  orders,
  proofFiles,
  tariffs,
} from "@/lib/db/generated/columns";
import { jsonRows } from "@/lib/db/json-rows";
import {
  arrayColumn,
  bool,
  enumColumn,
  int4,
  json,
  pick,
  type RowOf,
  type RowShape,
  timestamptz,
} from "@/lib/db/row";
import { type Sql, sql } from "@/lib/db/sql";
import { PROMISED_UNTIL } from "@/lib/orders/due-at-sql";
import { storedMetadata } from "@/lib/orders/metadata";
import { getProgress } from "@/lib/orders/progress";
import { DETAILS_ROW, detailsFromRow, STOP_ROW } from "@/lib/orders/rows";
import { toStopStates } from "@/lib/orders/stop-state";
import { CARGO_SIZES } from "@/lib/pricing/cargo-size";
import { fromRubles } from "@/lib/pricing/money";

/** An optional part of a read of order `o`: its columns and properties. */
export interface Part<Shape extends RowShape, Value extends object> {
  readonly shape: Shape;
  /** Cells that are not columns of `orders`. Parts share cells of the same name. */
  readonly cells?: { readonly [Name in keyof Shape]?: Sql };
  readonly joins?: Sql;
  read(row: RowOf<Shape>): Value;
}

const part = <Shape extends RowShape, Value extends object>(one: Part<Shape, Value>) => one;

/** Whether stop `s` of order `o` of account `a` requires a code, a signature or a payment. */
export const IS_IN_PERSON = sql`(
  coalesce(s.proof_code, a.proof_code) OR coalesce(s.proof_signature, a.proof_signature)
  OR coalesce(s.payment_amount, CASE WHEN s.position = 1 THEN o.payment_amount END, 0) > 0)`;

/** The decision of the recipient of stop `s`; null without one. */
export const DECISION = sql`CASE WHEN s.recipient_decided THEN s.recipient_request END`;

const STOP = {
  ...pick(
    orderStops,
    "trackingToken latitude longitude arrivedAt deliveredAt failedAt failureCode failureComment attempts calls resolution answerUntil codeCheck signerName handedLatitude handedLongitude windowFrom windowTo",
  ),
  decision: orderStops.recipientRequest,
  metadata: json(storedMetadata),
};
/** The metadata of stop `s`. The null of an older process becomes {} by a trigger, except for copied rows. */
export const STOP_METADATA = sql`coalesce(nullif(s.metadata, 'null'), '{}')`;

export const STOPS = jsonRows("s", "s.position", STOP, { decision: DECISION, metadata: STOP_METADATA });
const STOPS_CELL = sql`(SELECT ${STOPS.gathered} FROM order_stops s WHERE s.order_id = o.id)`;

const HISTORY = jsonRows("h", "h.id", pick(orderStatusChanges, "status changedAt"));
const HISTORY_CELL = sql`(SELECT ${HISTORY.gathered} FROM order_status_changes h WHERE h.order_id = o.id)`;

const FILES = jsonRows("f", "f.taken_at, f.id", pick(proofFiles, "position id kind"));

const CHARGES = jsonRows("c", "c.id", pick(orderCharges, "type amount at why position"));

const REQUEST_STOPS = jsonRows("s", "s.position", STOP_ROW);

/** A courier who takes goods over accepts the order by that. */
const IS_ACCEPTED = sql`(
  (o.status = 'assigned' AND o.accepted_at IS NOT NULL) OR (o.status = 'in_progress' AND o.takeover_from_id IS NULL))`;

/** Null unless a courier has accepted order `o`. */
export const STOPS_BEFORE = sql`CASE WHEN ${IS_ACCEPTED} THEN ${OTHERS_BEFORE_SQL} END`;

export const ROUTE = z.object({
  places: z.string(),
  legs: z.array(z.object({ geometry: z.string(), durationSeconds: z.number() })),
});

export const PARTS = {
  history: part({
    shape: { history: HISTORY.column },
    cells: { history: HISTORY_CELL },
    read: ({ history }) => ({ history }),
  }),
  stops: part({
    shape: {
      stops: STOPS.column,
      files: FILES.column,
      history: HISTORY.column,
      ...pick(orders, "arrivedAt returnState returnArrivedAt returnedAt"),
    },
    cells: {
      stops: STOPS_CELL,
      files: sql`(SELECT ${FILES.gathered} FROM proof_files f WHERE f.order_id = o.id)`,
      history: HISTORY_CELL,
    },
    // A rest pattern would copy the whole row, which is slower than all other work here.
    read: ({ stops, history, files, arrivedAt, returnState, returnArrivedAt, returnedAt }) => {
      const pickedUpAt = history.find(({ status }) => status === "in_progress")?.changedAt ?? null;
      const course = { files, arrivedAt, returnState, returnArrivedAt, returnedAt, pickedUpAt };
      return { stops: toStopStates(stops, course) };
    },
  }),
  progress: part({
    shape: {
      stops: STOPS.column,
      history: HISTORY.column,
      ...pick(orders, "acceptedAt arrivedAt returnState returnArrivedAt takeoverSince"),
    },
    cells: { stops: STOPS_CELL, history: HISTORY_CELL },
    read: ({ stops, history, acceptedAt, arrivedAt, returnState, returnArrivedAt, takeoverSince }) => ({
      progress: getProgress({
        acceptedAt,
        arrivedAt,
        returnState,
        returnArrivedAt,
        takeoverSince,
        changedAt: history.at(-1)?.changedAt,
        dropoffs: stops.slice(1).map((stop) => ({
          arrivedAt: stop.arrivedAt,
          deliveredAt: stop.deliveredAt,
          failedAt: stop.failedAt,
          attempts: stop.attempts,
          resolution: stop.resolution,
        })),
      }),
    }),
  }),
  promise: part({
    shape: { promisedUntil: timestamptz.orNull },
    cells: { promisedUntil: PROMISED_UNTIL },
    read: ({ promisedUntil }) => ({ promisedUntil }),
  }),
  charges: part({
    shape: { orderCharges: CHARGES.column },
    cells: {
      orderCharges: sql`(SELECT ${CHARGES.gathered} FROM order_charges c WHERE c.order_id = o.id)`,
    },
    read: ({ orderCharges }) => ({
      charges: orderCharges.map((charge) => ({ ...charge, amount: fromRubles(charge.amount) })),
    }),
  }),
  /** The client's details, the price and its quote. */
  request: part({
    shape: { ...DETAILS_ROW, requestStops: REQUEST_STOPS.column },
    cells: {
      requestStops: sql`(SELECT ${REQUEST_STOPS.gathered} FROM order_stops s WHERE s.order_id = o.id)`,
    },
    read: (row) => detailsFromRow(row, row.requestStops),
  }),
  /** The courier's road route; null if unknown or another courier's. */
  route: part({
    shape: { route: json(ROUTE).orNull },
    cells: {
      route: sql`(SELECT json_build_object('places', w.places, 'legs', w.legs) FROM order_ways w
                  WHERE w.order_id = o.id AND w.courier_id = o.courier_id)`,
    },
    read: ({ route }) => ({ route }),
  }),
  /** The courier's planned arrival at the pickup, and when a plan last had it. */
  plan: part({
    shape: { plannedArrival: timestamptz.orNull, plannedAt: timestamptz.orNull },
    cells: { plannedArrival: sql`plan.arrives_at`, plannedAt: sql`plan.planned_at` },
    joins: sql`LEFT JOIN planned_orders plan ON plan.order_id = o.id`,
    read: ({ plannedArrival, plannedAt }) => ({ plannedArrival, plannedAt }),
  }),
  stopsBefore: part({
    shape: { stopsBefore: arrayColumn(int4.orNull).orNull },
    cells: { stopsBefore: STOPS_BEFORE },
    read: ({ stopsBefore }) => ({ stopsBefore }),
  }),
  /** Whether the courier who has accepted it has other orders too. */
  sharing: part({
    shape: { isRouteShared: bool },
    cells: {
      isRouteShared: sql`(${IS_ACCEPTED} AND EXISTS (
        SELECT FROM route_stops own JOIN route_stops other ON other.courier_id = own.courier_id
        WHERE own.order_id = o.id AND other.order_id <> o.id))`,
    },
    read: ({ isRouteShared }) => ({ isRouteShared }),
  }),
  cancellation: part({
    shape: {
      ...pick(orders, "arrivedAt dispatchAt"),
      ...pick(tariffs, "cancellationFeeAssigned cancellationFeeArrived"),
    },
    cells: {
      cancellationFeeAssigned: sql`t.cancellation_fee_assigned`,
      cancellationFeeArrived: sql`t.cancellation_fee_arrived`,
    },
    joins: sql`JOIN tariffs t ON t.id = o.tariff_id`,
    read: ({ arrivedAt, dispatchAt, cancellationFeeAssigned, cancellationFeeArrived }) => ({
      arrivedAt,
      dispatchAt,
      cancellationFeeAssigned: fromRubles(cancellationFeeAssigned),
      cancellationFeeArrived: fromRubles(cancellationFeeArrived),
    }),
  }),
  search: part({
    shape: {
      isAccepted: bool,
      dispatchAt: orders.dispatchAt,
      searchedSince: timestamptz,
      isNotFoundTold: bool,
      pickupLatitude: orderStops.latitude,
      pickupLongitude: orderStops.longitude,
      /** Sizes by dropoff; a vehicle must carry all of them at once. */
      cargoSizes: arrayColumn(enumColumn(CARGO_SIZES)),
    },
    cells: {
      isAccepted: sql`o.accepted_at IS NOT NULL`,
      searchedSince: sql`greatest(o.dispatch_at, o.courier_lost_at)`,
      isNotFoundTold: sql`coalesce(o.courier_not_found_at >= greatest(o.dispatch_at, o.courier_lost_at), false)`,
      pickupLatitude: sql`pickup.latitude`,
      pickupLongitude: sql`pickup.longitude`,
      cargoSizes: sql`ARRAY(SELECT coalesce(s.cargo_size, o.cargo_size)::text FROM order_stops s
                            WHERE s.order_id = o.id AND s.position > 0)`,
    },
    joins: sql`JOIN order_stops pickup ON pickup.order_id = o.id AND pickup.position = 0`,
    read: (row) => ({
      isAccepted: row.isAccepted,
      dispatchAt: row.dispatchAt,
      searchedSince: row.searchedSince,
      isNotFoundTold: row.isNotFoundTold,
      cargoSizes: row.cargoSizes,
      pickup: { latitude: row.pickupLatitude, longitude: row.pickupLongitude },
    }),
  }),
};

export type Include = keyof typeof PARTS;

export type Parts = { readonly [Name in Include]: Readonly<ReturnType<(typeof PARTS)[Name]["read"]>> };

import * as z from "zod";
import type { AccountScope } from "@/lib/account-scope";
import { toShopBranding } from "@/lib/accounts/shop-identity";
import { COURIER_HAS_ORDER_SQL } from "@/lib/couriers/courier-has-order-sql";
import { OTHERS_BEFORE_SQL } from "@/lib/couriers/others-before-sql";
import { IS_AT_STOP_OF_OTHERS_SQL, IS_NEXT_IN_ROUTE_SQL } from "@/lib/couriers/position-shown-sql";
import { ROUTE_STOP_PLACE_SQL } from "@/lib/couriers/route-stop-place-sql";
import type { Queryable } from "@/lib/db/client";
import {
  accounts,
  courierPositions,
  couriers,
  orderStatusChanges,
  orderStops,
  orders,
  orderWays,
  plannedOrders,
  proofFiles,
  rehearsals,
  routeStops,
  shownArrivals,
} from "@/lib/db/generated/columns";
import { jsonRows } from "@/lib/db/json-rows";
import {
  arrayColumn,
  bool,
  enumColumn,
  float8,
  int4,
  int8,
  json,
  leftJoined,
  outer,
  pick,
  type RowOf,
  text,
  timestamptz,
} from "@/lib/db/row";
import { query, type Sql, sql } from "@/lib/db/sql";
import { PICKUP_STEP_MS } from "@/lib/dispatch/order-plan";
import { IS_PLAN_OFFERED_SQL, MAX_PLAN_AGE_MS } from "@/lib/dispatch/planned-order";
import { windowFromRow } from "@/lib/orders/delivery-window";
import { inScope } from "@/lib/orders/load-order";
import { IS_IN_PERSON } from "@/lib/orders/order-parts";
import { MAX_CODE_ATTEMPTS } from "@/lib/orders/progress";
import { proofCode } from "@/lib/orders/proof-code";
import { storedMessages } from "@/lib/orders/stop-message";
import { legToPickup, routeLegs } from "@/lib/routing/driven-legs";
import { simulationSpeed } from "@/lib/sandbox/simulated-order";
import { toDoorGroups } from "@/lib/tracking/arrivals/duration-groups";
import { type DurationModel, PRIOR_MODEL } from "@/lib/tracking/arrivals/duration-model";
import { getDurationModel } from "@/lib/tracking/arrivals/get-duration-model";
import { toShownArrival } from "@/lib/tracking/arrivals/to-shown-arrival";
import { DOOR_DETAILS, type TrackedOrder } from "@/lib/tracking/tracked-order";

/** The plan of order `o`, also an old one, until a courier has accepted the order. */
const PLAN_JOIN_SQL = sql`
    LEFT JOIN planned_orders plan ON plan.order_id = o.id
      AND ((o.courier_id IS NULL AND o.status IN ('new', 'assigned')) OR ${IS_PLAN_OFFERED_SQL})`;

const LINK_END = { orderId: int8, endedAt: timestamptz.orNull, version: text };

/** Maximum age of the courier's position on a kept page. */
const POSITION_STEP_SECONDS = 3;

/** The versions of the rows that findTrackedOrder reads. */
const VERSION = sql`(o.xmin, a.xmin, c.xmin, w.xmin, floor(extract(epoch FROM p.received_at) / ${POSITION_STEP_SECONDS}),
  round(extract(epoch FROM plan.arrives_at) / ${PICKUP_STEP_MS / 1000}),
  ARRAY(SELECT s.xmin FROM order_stops s WHERE s.order_id = o.id ORDER BY s.position),
  ARRAY(SELECT shown.xmin FROM shown_arrivals shown WHERE shown.order_id = o.id ORDER BY shown.position),
  ARRAY(SELECT r.xmin FROM route_stops r WHERE r.courier_id = o.courier_id ORDER BY r.position),
  (SELECT count(*) FROM proof_files f WHERE f.order_id = o.id))::text`;

/** `endedAt` is null while the delivery goes on. Undefined for an unknown link. */
export async function findLinkEnd(db: Queryable, token: string): Promise<RowOf<typeof LINK_END> | undefined> {
  const [row] = await query(db, LINK_END)`
    SELECT link.id AS order_id,
           coalesce(link.ended_at, CASE WHEN link.is_returning THEN NULL ELSE
             greatest(link.returned_at, (SELECT c.changed_at FROM order_status_changes c
               WHERE c.order_id = link.id AND c.status IN ('delivered', 'cancelled'))) END) AS ended_at,
           ${VERSION} AS version
    FROM (SELECT id, NULL::timestamptz AS ended_at, coalesce(return_state <> 'returned', false) AS is_returning,
                 returned_at
          FROM orders WHERE tracking_token = ${token}
          UNION ALL
          SELECT order_id, coalesce(delivered_at, CASE WHEN resolution <> 'ask' THEN failed_at END), false, NULL
          FROM order_stops WHERE tracking_token = ${token}) AS link
    JOIN orders o ON o.id = link.id
    JOIN accounts a ON a.id = o.account_id
    LEFT JOIN order_ways w ON w.order_id = o.id AND w.courier_id = o.courier_id
    LEFT JOIN couriers c ON c.id = o.courier_id
    LEFT JOIN courier_positions p ON p.courier_id = c.id
    ${PLAN_JOIN_SQL}
    LIMIT 1`;
  return row;
}

const WAITING_FEE = z.object({ perMinute: z.number(), freeMinutes: z.number() });

const STOPS = jsonRows(
  "s",
  "s.position",
  {
    ...pick(
      orderStops,
      "latitude longitude area street building geometry durationSeconds arrivedAt deliveredAt",
    ),
    ...pick(orderStops, "failedAt failureCode attempts resolution signerName"),
    needsCode: bool,
    isCodeBlocked: bool,
    asksPhoto: bool,
    note: orderStops.recipientNote,
    isNoteSeen: bool,
    messages: json(storedMessages).orNull,
    request: orderStops.recipientRequest,
    mayDecide: accounts.recipientDecides,
    isInPerson: bool,
    waiting: json(WAITING_FEE).orNull,
    ...pick(orderStops, "feedback feedbackText"),
    given: arrayColumn(enumColumn(DOOR_DETAILS)),
    buyoutRubles: float8.orNull,
    paymentType: orders.paymentType,
    ...pick(orderStops, "floor doorstep windowFrom windowTo"),
    cargoSize: orders.cargoSize,
  },
  {
    cargoSize: sql`coalesce(s.cargo_size, o.cargo_size)`,
    needsCode: sql`coalesce(s.proof_code, a.proof_code) AND s.code_check IS NULL
                   AND s.code_tries < ${MAX_CODE_ATTEMPTS}`,
    isCodeBlocked: sql`coalesce(s.proof_code, a.proof_code) AND s.code_check IS NULL
                       AND s.code_tries >= ${MAX_CODE_ATTEMPTS}`,
    asksPhoto: sql`coalesce(s.proof_photo, a.proof_photo)`,
    note: sql`s.recipient_note`,
    // A request made after an earlier attempt is settled.
    request: sql`CASE WHEN s.recipient_request_at >= s.failed_at THEN s.recipient_request END`,
    mayDecide: sql`a.recipient_decides`,
    isInPerson: IS_IN_PERSON,
    waiting: sql`CASE WHEN s.resolution = 'ask' AND a.recipient_decides THEN (
      SELECT json_build_object('perMinute', t.waiting_per_minute, 'freeMinutes', t.waiting_free_minutes)
      FROM tariffs t WHERE t.id = o.tariff_id AND t.waiting_per_minute > 0 AND NOT EXISTS (
        SELECT FROM order_charges c WHERE c.order_id = o.id AND c.type = 'waiting' AND c.position = s.position)) END`,
    isNoteSeen: sql`s.recipient_note_seen_at IS NOT NULL`,
    given: sql`array_remove(ARRAY[CASE WHEN s.entrance IS NOT NULL THEN 'entrance' END,
                 CASE WHEN s.floor IS NOT NULL THEN 'floor' END,
                 CASE WHEN s.intercom <> '' THEN 'intercom' END], NULL)`,
    // The order's payment applies to the first dropoff, as in effectivePayment.
    buyoutRubles: sql`nullif(coalesce(s.payment_amount, CASE WHEN s.position = 1 THEN o.payment_amount END), 0)::float8`,
    paymentType: sql`coalesce(s.payment_type, CASE WHEN s.position = 1 THEN o.payment_type END, 'cash')`,
  },
);

const PHOTOS = jsonRows("f", "f.taken_at, f.id", pick(proofFiles, "id takenAt"));

const HISTORY = jsonRows(
  "h",
  "h.id",
  { status: orderStatusChanges.status, at: orderStatusChanges.changedAt },
  { at: sql`h.changed_at` },
);

const ARRIVALS = jsonRows(
  "shown",
  "shown.position",
  pick(
    shownArrivals,
    "position firstFrom firstTo firstAt shownFrom shownTo courierId attempts formerFrom formerTo cause movedAt",
  ),
);

const STOPS_OF_OTHERS = jsonRows(
  "r",
  "r.position",
  { kind: routeStops.kind, latitude: float8, longitude: float8, ownBefore: int4 },
  {
    latitude: sql`place.latitude`,
    longitude: sql`place.longitude`,
    ownBefore: sql`(SELECT count(*)::int FROM route_stops own WHERE own.order_id = o.id AND own.position < r.position)`,
  },
);

/** Closer fixes often have the same error. */
const FIX_GAP_SECONDS = 5;

const IS_OFFERED = sql`(o.status = 'assigned' AND o.courier_id IS NOT NULL AND o.accepted_at IS NULL)`;

const TRACKED = {
  ...pick(
    orders,
    "id version accountId orderCode mode status courierId deliveryTime readyAt routingMode durationSeconds arrivedAt returnState returnedAt takeoverLatitude takeoverLongitude cancelReason heldReason",
  ),
  windowOpenUntil: orders.dispatchAt.orNull,
  position: orderStops.position.orNull,
  ...pick(accounts, "brandName accent logo contactPhone contactUrl"),
  shop: accounts.name,
  cancelledBy: orderStatusChanges.actorType.orNull,
  places: orderWays.places.orNull,
  ...outer(pick(couriers, "name phone transportType make model color number isSimulated")),
  ...outer(pick(courierPositions, "latitude longitude heading recordedAt receivedAt")),
  scenarioSpeed: rehearsals.speed,
  ...outer(pick(plannedOrders, "arrivesAt plannedAt")),
  isOffered: bool,
  isNext: bool,
  isAtStopOfOthers: bool,
  stopsOfOthers: STOPS_OF_OTHERS.column.orNull,
  othersBefore: arrayColumn(int4.orNull),
  wasAccepted: orders.wasAccepted,
  earlierLatitude: float8.orNull,
  earlierLongitude: float8.orNull,
  photos: PHOTOS.column,
  stops: STOPS.column,
  history: HISTORY.column,
  arrivals: ARRIVALS.column,
  legs: json(z.array(z.object({ geometry: z.string(), durationSeconds: z.number() }))).orNull,
};

/** One statement, because it runs for every fix. */
export async function findTrackedOrder(
  db: Queryable,
  token: string,
  simulatorSpeed: number,
): Promise<TrackedOrder | null> {
  const link = sql`SELECT id AS order_id, NULL::int AS position FROM orders WHERE tracking_token = ${token}
    UNION ALL
    SELECT order_id, position::int FROM order_stops WHERE tracking_token = ${token}
    LIMIT 1`;
  const [order = null] = await selectTracked(db, link, simulatorSpeed);
  return order && { ...order, code: proofCode(token) };
}

export async function findTrackedById(
  db: Queryable,
  orderId: bigint,
  simulatorSpeed: number,
): Promise<TrackedOrder | null> {
  const link = sql`SELECT ${orderId}::bigint AS order_id, NULL::int AS position`;
  const [order = null] = await selectTracked(db, link, simulatorSpeed);
  return order;
}

export function listTrackedByCodes(
  db: Queryable,
  scope: AccountScope | "any",
  codes: readonly string[],
  simulatorSpeed: number,
): Promise<TrackedOrder[]> {
  const carried = sql`SELECT o.id AS order_id, NULL::int AS position FROM orders o
    WHERE ${scope === "any" ? sql`true` : inScope(scope)} AND o.order_code = ANY(${[...codes]}::text[])
      AND o.status IN ('assigned', 'in_progress') AND o.courier_id IS NOT NULL`;
  return selectTracked(db, carried, simulatorSpeed);
}

interface CourierPage {
  readonly after: string;
  readonly limit: number;
  /** When the courier was seen, at the earliest. */
  readonly since: Date;
}

/** Lists orders that a courier has accepted, by the courier's id. */
export function listTrackedByCourier(
  db: Queryable,
  { after, limit, since }: CourierPage,
  simulatorSpeed: number,
): Promise<TrackedOrder[]> {
  const carried = sql`SELECT o.id AS order_id, NULL::int AS position FROM orders o
    JOIN courier_positions p ON p.courier_id = o.courier_id AND p.received_at > ${since}::timestamptz
    WHERE o.courier_id > ${after}::uuid AND ${COURIER_HAS_ORDER_SQL}
      AND (o.status = 'in_progress' OR o.status = 'assigned' AND o.accepted_at IS NOT NULL)
    ORDER BY o.courier_id LIMIT ${limit}::int`;
  return selectTracked(db, carried, simulatorSpeed);
}

async function selectTracked(db: Queryable, link: Sql, simulatorSpeed: number): Promise<TrackedOrder[]> {
  const rows = await query(db, TRACKED)`
    SELECT o.id, o.version, o.account_id, o.courier_id, link.position, o.order_code, o.mode, o.status, o.delivery_time, o.ready_at, o.routing_mode, o.duration_seconds,
           o.arrived_at, ${IS_OFFERED} AS is_offered, o.was_accepted, o.return_state, o.returned_at, o.takeover_latitude, o.takeover_longitude,
           o.cancel_reason, o.held_reason,
           CASE WHEN a.recipient_window_hours IS NOT NULL THEN o.dispatch_at END AS window_open_until,
           (SELECT ${STOPS.gathered} FROM order_stops s WHERE s.order_id = o.id) AS stops,
           (SELECT ${PHOTOS.gathered} FROM proof_files f
              WHERE f.order_id = o.id AND f.position = coalesce(link.position, 1) AND f.kind = 'photo') AS photos,
           (SELECT ${HISTORY.gathered} FROM order_status_changes h WHERE h.order_id = o.id) AS history,
           (SELECT ${ARRIVALS.gathered} FROM shown_arrivals shown
              WHERE shown.order_id = o.id AND shown.promised_until = o.promised_until) AS arrivals,
           (SELECT h.actor_type FROM order_status_changes h
              WHERE h.order_id = o.id AND h.status = 'cancelled') AS cancelled_by,
           a.name AS shop, a.brand_name, a.accent, a.logo, a.contact_phone, a.contact_url,
           w.places, w.legs, c.name, c.phone, c.transport_type, c.make, c.model, c.color, c.number, c.is_simulated,
           p.latitude, p.longitude, p.heading, p.recorded_at, p.received_at,
           earlier.latitude AS earlier_latitude, earlier.longitude AS earlier_longitude, r.speed AS scenario_speed,
           plan.arrives_at, plan.planned_at,
           ${IS_NEXT_IN_ROUTE_SQL} AS is_next,
           (p.courier_id IS NOT NULL AND ${COURIER_HAS_ORDER_SQL} AND ${IS_AT_STOP_OF_OTHERS_SQL}) IS TRUE
             AS is_at_stop_of_others,
           (SELECT ${STOPS_OF_OTHERS.gathered} FROM route_stops r ${ROUTE_STOP_PLACE_SQL}
              WHERE r.courier_id = o.courier_id AND r.order_id <> o.id) AS stops_of_others,
           ${OTHERS_BEFORE_SQL} AS others_before
    FROM (${link}) AS link
    JOIN orders o ON o.id = link.order_id
    JOIN accounts a ON a.id = o.account_id
    LEFT JOIN order_ways w ON w.order_id = o.id AND w.courier_id = o.courier_id
    LEFT JOIN rehearsals r ON r.order_id = o.id
    LEFT JOIN couriers c ON c.id = o.courier_id AND NOT ${IS_OFFERED}
    LEFT JOIN courier_positions p ON p.courier_id = c.id
    LEFT JOIN LATERAL (
      SELECT h.latitude, h.longitude FROM order_positions h
      WHERE h.order_id = o.id AND h.courier_id = p.courier_id
        AND h.recorded_at <= p.recorded_at - make_interval(secs => ${FIX_GAP_SECONDS})
      ORDER BY h.recorded_at DESC LIMIT 1) AS earlier ON true
    ${PLAN_JOIN_SQL}
    ORDER BY o.courier_id`;
  const durations = rows.length === 0 ? PRIOR_MODEL : await getDurationModel(db);
  return rows.map((row) => trackedOrder(row, simulatorSpeed, durations));
}

function trackedOrder(
  row: RowOf<typeof TRACKED>,
  simulatorSpeed: number,
  durations: DurationModel,
): TrackedOrder {
  const [pickup, ...dropoffs] = row.stops.map(toTrackedStop);
  if (pickup === undefined) throw new RangeError("An order has a pickup.");
  const way = leftJoined({ places: row.places, legs: row.legs });
  const planned = leftJoined({ arrivesAt: row.arrivesAt, plannedAt: row.plannedAt });
  const { make, model, color, number } = row;
  const courier = leftJoined({
    name: row.name,
    phone: row.phone,
    type: row.transportType,
    isSimulated: row.isSimulated,
  });
  return {
    id: row.id,
    version: row.version,
    accountId: row.accountId,
    orderCode: row.orderCode,
    isTest: row.mode === "test",
    shop: toShopBranding({ ...row, name: row.shop }),
    status: row.status,
    deliveryTime: row.deliveryTime,
    readyAt: row.readyAt,
    windowOpenUntil: row.windowOpenUntil,
    dropoff: row.position === null ? null : row.position - 1,
    history: row.history,
    arrivedAtPickup: row.arrivedAt,
    wasAccepted: row.wasAccepted,
    isHeld: row.heldReason !== null,
    planned: planned && {
      arrivesAt: planned.arrivesAt,
      validUntil: findPlanEnd(planned, row.isOffered),
    },
    pickup,
    dropoffs,
    takeover: leftJoined({ latitude: row.takeoverLatitude, longitude: row.takeoverLongitude }),
    approach: legToPickup(pickup, dropoffs, way),
    legs: routeLegs(pickup, dropoffs, row.routingMode, way),
    returnState: row.returnState,
    returnedAt: row.returnedAt,
    cancelledBy: findSide(row.cancelledBy),
    cancelReason: row.cancelReason,
    code: null,
    photos: row.photos,
    arrivals: new Map(row.arrivals.map((arrival) => [arrival.position - 1, toShownArrival(arrival)])),
    courierId: row.courierId,
    courier: courier && {
      name: courier.name,
      phone: courier.phone,
      transport: { type: courier.type, make, model, color, number },
    },
    isNext: row.isNext,
    isAtStopOfOthers: row.isAtStopOfOthers,
    stopsOfOthers: row.stopsOfOthers ?? [],
    othersBefore: row.othersBefore,
    position: leftJoined({
      latitude: row.latitude,
      longitude: row.longitude,
      heading: row.heading,
      recordedAt: row.recordedAt,
      receivedAt: row.receivedAt,
    }),
    earlierPosition: leftJoined(
      // A simulated position has no error.
      courier?.isSimulated
        ? { latitude: row.latitude, longitude: row.longitude }
        : { latitude: row.earlierLatitude, longitude: row.earlierLongitude },
    ),
    speed: courier?.isSimulated ? simulationSpeed(row, simulatorSpeed) : 1,
    durations: courier?.isSimulated ? PRIOR_MODEL : durations,
  };
}

/** The floor stays here: pages show only whether it is known. */
function toTrackedStop({
  floor,
  doorstep,
  cargoSize,
  windowFrom,
  windowTo,
  ...stop
}: RowOf<typeof TRACKED>["stops"][number]) {
  const hasCode = stop.needsCode || stop.isCodeBlocked;
  const features = { isInPerson: stop.isInPerson, hasCode, isDoorstep: doorstep, cargoSize };
  const deliveryWindow = windowFromRow({ windowFrom, windowTo });
  return {
    ...stop,
    deliveryWindow,
    door: toDoorGroups(stop, { ...features, floor: floor === null ? null : Number(floor) }),
  };
}

/** The plan of an offered order is not written again, so it is valid until its time. */
function findPlanEnd(
  { arrivesAt, plannedAt }: { arrivesAt: Date; plannedAt: Date },
  isOffered: boolean,
): Date {
  const tooOldAt = plannedAt.getTime() + MAX_PLAN_AGE_MS;
  return new Date(isOffered ? Math.max(tooOldAt, arrivesAt.getTime()) : tooOldAt);
}

/** Null for an actor that cannot decide about orders. */
function findSide(actorType: string | null): TrackedOrder["cancelledBy"] {
  if (actorType === "key" || actorType === "user") return "shop";
  return actorType === "operator" ? "service" : null;
}

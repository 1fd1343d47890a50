import type { AccountScope, Mode } from "@/lib/account-scope";
import type { Queryable } from "@/lib/db/client";
import {
  accounts,
  couriers,
  orderStops,
  orders,
  plannedOrders,
  rehearsals,
  shownArrivals,
} from "@/lib/db/generated/columns";
import { jsonRows } from "@/lib/db/json-rows";
import { bool, enumSubsetColumn, outer, pick, type RowOf, timestamptz } from "@/lib/db/row";
import { EMPTY_SQL, query, type Sql, sql } from "@/lib/db/sql";
import { joinPlan } from "@/lib/dispatch/planned-order";
import { DROPOFF_DUE_AT, DUE_AT, PROMISED_UNTIL } from "@/lib/orders/due-at-sql";

const MOST = 500;
const MAX_PER_MODE = 3_000;

const IS_SHOWN_NOW = sql`shown.courier_id = o.courier_id AND shown.attempts = s.attempts`;

const STOPS = jsonRows(
  "s",
  "s.position",
  {
    ...pick(orderStops, "latitude longitude street building"),
    /** Whether the courier is there now, and whether they have been. */
    isThere: bool,
    isDone: bool,
    ...pick(orderStops, "windowFrom attempts durationSeconds"),
    promisedUntil: timestamptz.orNull,
    /** The window that is shown for the present courier. */
    ...outer(pick(shownArrivals, "shownFrom shownTo")),
  },
  {
    promisedUntil: DROPOFF_DUE_AT,
    shownFrom: sql`CASE WHEN ${IS_SHOWN_NOW} THEN shown.shown_from END`,
    shownTo: sql`CASE WHEN ${IS_SHOWN_NOW} THEN shown.shown_to END`,
    isThere: sql`s.arrived_at IS NOT NULL`,
    isDone: sql`coalesce(s.delivered_at, s.failed_at) IS NOT NULL`,
  },
);

const OPEN = {
  ...pick(
    orders,
    "id accountId externalOrderId courierId arrivedAt createdAt durationSeconds promisedUntil deliveryTime windowFrom windowTo readyAt returnState returnStartedAt heldReason routingMode price",
  ),
  code: orders.orderCode,
  accountName: accounts.name,
  courierName: couriers.name.orNull,
  /** Speed factor of the scenario run; null for other orders. */
  scenarioSpeed: rehearsals.speed,
  status: enumSubsetColumn(["new", "assigned", "in_progress", "cancelled"] as const),
  /** Whether the shop was notified that no courier was found, and none was planned since. */
  isCourierNotFound: bool,
  plannedCourierId: plannedOrders.courierId,
  plannedCourierName: couriers.name.orNull,
  plannedArrival: plannedOrders.arrivesAt,
  unplannedReason: plannedOrders.reason,
  unplannedSince: plannedOrders.unplannedSince,
  /** Start of the status; for a scheduled order without a courier, start of the search. */
  waitingSince: timestamptz,
  /** Null without a pending offer. */
  offeredSince: timestamptz.orNull,
  pickedUpAt: timestamptz.orNull,
  /** Earliest deadline of its open questions; null without one. */
  answerUntil: timestamptz.orNull,
  askedAt: timestamptz.orNull,
  atDoorSince: timestamptz.orNull,
  stops: STOPS.column,
};

/** An open order, or one whose goods are being returned. */
export type ActiveOrder = Readonly<RowOf<typeof OPEN>>;

/** Conditions on orders and stops, and additional orders. */
interface OwnerFilter {
  readonly orders: Sql;
  readonly stops: Sql;
  readonly condition: Sql;
}

/** Start of the search for an order without a courier: creation, release or dispatch time. */
const SEARCHED_SINCE = sql`greatest(o.created_at, o.dispatch_at, o.courier_lost_at)`;

const WITH_WAITING = sql`
      SELECT open.*, coalesce(open.searched_since, (SELECT max(h.changed_at) FROM order_status_changes h
                                                    WHERE h.order_id = open.id)) AS waiting_since FROM open`;

/** Selects orders with a question first, then those without a courier, then the longest waiting. */
function selectOpen(
  db: Queryable,
  { orders, stops, condition }: OwnerFilter,
  { most, now }: { readonly most: number; readonly now: Date },
): Promise<ActiveOrder[]> {
  return query(db, OPEN)`
    WITH asked AS MATERIALIZED (
      SELECT s.order_id, min(s.answer_until) AS answer_until, min(s.failed_at) AS asked_at
      FROM order_stops s WHERE ${stops} AND s.resolution = 'ask' GROUP BY s.order_id
    ), open AS (
      -- Sorts by the plain columns first, so that the status history is read only for the last group shown.
      -- IN uses a hash lookup for open questions; a join would scan all questions for each order.
      SELECT o.id, o.account_id, o.status, o.courier_id IS NOT NULL AS has_courier,
             o.held_reason IS NOT NULL AS is_held,
             CASE WHEN o.id IN (SELECT asked.order_id FROM asked)
                  THEN (SELECT asked.answer_until FROM asked WHERE asked.order_id = o.id) END AS answer_until,
             CASE WHEN o.courier_id IS NULL THEN ${SEARCHED_SINCE} END AS searched_since,
             o.courier_id IS NULL
               AND coalesce(o.courier_not_found_at >= greatest(o.dispatch_at, o.courier_lost_at), false)
               AS is_courier_not_found, ${DUE_AT} AS due_at
      FROM (SELECT * FROM orders o WHERE ${orders} AND o.status IN ('new', 'assigned', 'in_progress')
            UNION ALL
            -- OFFSET 0 forces the index carried_orders, since an account may have 100,000 cancelled orders.
            SELECT * FROM (SELECT * FROM orders o WHERE ${orders} AND o.return_state = 'on_the_way' OFFSET 0) AS o
            WHERE o.status = 'cancelled') AS o
      ORDER BY answer_until, has_courier, o.status OFFSET 0
    ), shown AS MATERIALIZED (
      (${WITH_WAITING} ORDER BY open.answer_until, open.has_courier, open.status, waiting_since, open.id LIMIT ${most})
      ${condition}
    )
    SELECT o.id, o.order_code AS code, o.external_order_id, a.name AS account_name, o.status, o.courier_id,
           c.name AS courier_name,
           shown.is_courier_not_found AND plan.courier_id IS NULL
             AND coalesce(o.courier_not_found_at >= plan.unplanned_since, true) AS is_courier_not_found,
           shown.waiting_since, plan.courier_id AS planned_courier_id, planned.name AS planned_courier_name,
           plan.arrives_at AS planned_arrival, plan.reason AS unplanned_reason, plan.unplanned_since,
           -- An unaccepted order is rarely updated after its offer.
           CASE WHEN o.courier_id IS NOT NULL AND o.status = 'assigned' AND o.accepted_at IS NULL
                THEN o.updated_at END AS offered_since,
           CASE WHEN o.status = 'in_progress' THEN
             (SELECT max(h.changed_at) FROM order_status_changes h WHERE h.order_id = o.id AND h.status = 'in_progress')
           END AS picked_up_at,
           o.account_id, o.arrived_at, o.created_at, o.duration_seconds,
           ${PROMISED_UNTIL} AS promised_until,
           (SELECT r.speed FROM rehearsals r WHERE r.order_id = o.id) AS scenario_speed,
           o.delivery_time, o.window_from, o.window_to, o.ready_at, o.return_state, o.return_started_at, o.held_reason, o.routing_mode, o.price, shown.answer_until, asked.asked_at,
           CASE WHEN o.status = 'in_progress' THEN
             (SELECT min(s.arrived_at) FROM order_stops s
              WHERE s.order_id = o.id AND s.position > 0 AND s.delivered_at IS NULL AND s.failed_at IS NULL)
           END AS at_door_since,
           (SELECT ${STOPS.gathered} FROM order_stops s
            LEFT JOIN shown_arrivals shown ON shown.order_id = s.order_id AND shown.position = s.position
              AND shown.promised_until = o.promised_until
            WHERE s.order_id = o.id) AS stops
    FROM shown JOIN accounts a ON a.id = shown.account_id
    CROSS JOIN LATERAL (SELECT * FROM orders o WHERE o.id = shown.id OFFSET 0) AS o
    LEFT JOIN couriers c ON c.id = o.courier_id
    ${joinPlan(now)}
    LEFT JOIN couriers planned ON planned.id = plan.courier_id
    LEFT JOIN asked ON asked.order_id = shown.id
    ORDER BY shown.answer_until, shown.has_courier, o.status, shown.waiting_since, o.id`;
}

/** Lists questions first: up to 3,000 orders with a courier, and `most` each of the longest waiting and the urgent. */
export function listActiveOrders(
  db: Queryable,
  mode: Mode,
  { most, dueBy, now }: { readonly most: number; readonly dueBy: Date; readonly now: Date },
): Promise<ActiveOrder[]> {
  const others = sql`
      UNION (${WITH_WAITING} WHERE open.has_courier OR open.status <> 'new'
             ORDER BY open.answer_until, waiting_since, open.id LIMIT ${MAX_PER_MODE})
      UNION (${WITH_WAITING} WHERE open.is_courier_not_found OR open.is_held
                               OR NOT open.has_courier AND open.due_at <= ${dueBy}::timestamptz
             ORDER BY waiting_since, open.id LIMIT ${most})`;
  const filter = { orders: sql`o.mode = ${mode}::mode`, stops: sql`true`, condition: others };
  return selectOpen(db, filter, { most, now });
}

const PLACE = { code: orders.orderCode, ...pick(orderStops, "latitude longitude") };

export type PickupPoint = Readonly<RowOf<typeof PLACE>>;

/** Lists the points of up to 3,000 orders without a courier, the longest waiting first. */
export function listWaitingPlaces(db: Queryable, mode: Mode): Promise<PickupPoint[]> {
  return query(db, PLACE)`
    WITH waiting AS MATERIALIZED (
      SELECT o.id, o.order_code, ${SEARCHED_SINCE} AS since
      FROM orders o WHERE o.mode = ${mode}::mode AND o.status = 'new' AND o.courier_id IS NULL
      ORDER BY since, o.id LIMIT ${MAX_PER_MODE}
    ), pickups AS (
      -- One index scan over the stops; a lookup per order would descend from the root each time.
      SELECT order_id, latitude, longitude FROM order_stops
      WHERE order_id = ANY (ARRAY(SELECT waiting.id FROM waiting)) AND position = 0)
    SELECT waiting.order_code AS code, s.latitude, s.longitude
    -- Every order has a pickup. FULL forces one scan of each side, regardless of the row estimates.
    FROM waiting FULL JOIN pickups s ON s.order_id = waiting.id
    ORDER BY waiting.since, waiting.id`;
}

/** Lists the scope's open orders, questions first, by default at most 500. */
export function listAccountActiveOrders(
  db: Queryable,
  { accountId, mode }: AccountScope,
  { most = MOST, now }: { readonly most?: number; readonly now: Date },
): Promise<ActiveOrder[]> {
  const ofAccount = sql`account_id = ${accountId}::uuid`;
  return selectOpen(
    db,
    {
      orders: sql`o.${ofAccount} AND o.mode = ${mode}::mode`,
      stops: sql`s.${ofAccount}`,
      condition: EMPTY_SQL,
    },
    { most, now },
  );
}

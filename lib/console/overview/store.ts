import type { AccountScope } from "@/lib/account-scope";
import { type ActiveCounts, type MapMark, ORDER_TONES } from "@/lib/console/overview/account-board";
import {
  EMPTY_HOUR,
  type FailingEndpointSummary,
  type FirstSteps,
  type HourlyStats,
  type IssueSource,
} from "@/lib/console/overview/overview";
import type { Queryable } from "@/lib/db/client";
import { courierPositions, couriers, orderStops, orders } from "@/lib/db/generated/columns";
import { bool, enumColumn, float8, int4, numeric, pick, text, timestamptz, uuid } from "@/lib/db/row";
import { query, type Sql, sql } from "@/lib/db/sql";
import { joinPlan } from "@/lib/dispatch/planned-order";
import { DUE_AT, JUDGED_DUE_AT, JUDGED_JOIN, PROMISED_UNTIL } from "@/lib/orders/due-at-sql";
import { TOTAL } from "@/lib/orders/load-order";
import { fromRubles } from "@/lib/pricing/money";

function within(scope: AccountScope): Sql {
  return sql`o.account_id = ${scope.accountId}::uuid AND o.mode = ${scope.mode}::mode`;
}

const HOUR = {
  hour: int4,
  placed: int4,
  delivered: int4,
  onTime: int4,
  overdue: int4,
  charged: int4,
  spent: numeric,
};

export async function selectHours(
  db: Queryable,
  scope: AccountScope,
  hours: readonly Date[],
  now: Date,
): Promise<HourlyStats[]> {
  const borders = hours.map((hour) => hour.toISOString());
  const rows = await query(db, HOUR)`
    -- A scalar subquery parses the array once instead of once per order.
    SELECT width_bucket(o.created_at, (SELECT ${borders}::text[]::timestamptz[])) AS hour,
           count(*)::int AS placed,
           count(*) FILTER (WHERE o.status = 'delivered')::int AS delivered,
           count(*) FILTER (WHERE o.status = 'delivered'
                                  AND coalesce(judged.delivered_at, o.delivered_at) <= ${JUDGED_DUE_AT})::int AS on_time,
           count(*) FILTER (WHERE o.status IN ('new', 'assigned', 'in_progress')
                                  AND ${DUE_AT} < ${now}::timestamptz)::int AS overdue,
           count(*) FILTER (WHERE o.status <> 'cancelled')::int AS charged,
           coalesce(sum(${TOTAL}), 0)::numeric(20, 2) AS spent
    FROM orders o ${JUDGED_JOIN}
    WHERE ${within(scope)} AND o.created_at >= ${hours[0] ?? now}::timestamptz
    GROUP BY 1`;
  const byHour = new Map(rows.map(({ hour, spent, ...row }) => [hour, { ...row, spent: fromRubles(spent) }]));
  return hours.map((_, index) => byHour.get(index + 1) ?? EMPTY_HOUR);
}

export function selectPlaced(
  db: Queryable,
  { accountId, mode }: AccountScope,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<number> {
  return db.models.order.count({ where: { accountId, mode, createdAt: { gte: from, lt: to } } });
}

const COUNTS = {
  open: int4,
  onTheWay: int4,
  toPickUp: int4,
  planned: int4,
  searching: int4,
  scheduled: int4,
  late: int4,
};

export async function selectCounts(db: Queryable, scope: AccountScope, now: Date): Promise<ActiveCounts> {
  const isSearched = sql`o.status <> 'in_progress' AND o.courier_id IS NULL AND o.dispatch_at <= ${now}::timestamptz`;
  const [counts] = await query(db, COUNTS)`
    SELECT count(*)::int AS open,
           count(*) FILTER (WHERE o.status = 'in_progress')::int AS on_the_way,
           count(*) FILTER (WHERE o.status <> 'in_progress' AND o.courier_id IS NOT NULL)::int AS to_pick_up,
           count(*) FILTER (WHERE ${isSearched} AND plan.courier_id IS NOT NULL)::int AS planned,
           count(*) FILTER (WHERE ${isSearched} AND plan.courier_id IS NULL)::int AS searching,
           count(*) FILTER (WHERE o.status <> 'in_progress' AND o.courier_id IS NULL
                                  AND o.dispatch_at > ${now}::timestamptz)::int AS scheduled,
           count(*) FILTER (WHERE ${DUE_AT} < ${now}::timestamptz)::int AS late
    FROM orders o ${joinPlan(now)} WHERE ${within(scope)} AND o.status IN ('new', 'assigned', 'in_progress')`;
  if (counts === undefined) throw new Error("SELECT count(*) returned no row");
  return counts;
}

const MARK = { code: text, latitude: float8, longitude: float8, tone: enumColumn(ORDER_TONES) };

export async function selectMarks(
  db: Queryable,
  scope: AccountScope,
  now: Date,
  limit: number,
): Promise<MapMark[]> {
  const rows = await query(db, MARK)`
    -- MATERIALIZED forces the index on status; sorted by age, the planner would search all orders.
    WITH open AS MATERIALIZED (
      SELECT o.* FROM orders o WHERE ${within(scope)} AND o.status IN ('new', 'assigned', 'in_progress')
    ), ends AS (
      -- One index scan over the stops; a lookup per order would descend from the root each time.
      SELECT DISTINCT ON (order_id) order_id, latitude, longitude FROM order_stops
      WHERE order_id = ANY (ARRAY(SELECT open.id FROM open)) AND position > 0 ORDER BY order_id, position DESC)
    SELECT o.order_code AS code, s.latitude, s.longitude,
           CASE WHEN ${DUE_AT} < ${now}::timestamptz THEN 'late' WHEN o.status = 'in_progress' THEN 'busy'
                WHEN o.courier_id IS NULL AND o.dispatch_at <= ${now}::timestamptz THEN 'new' ELSE 'normal' END AS tone
    -- Every order has dropoffs. FULL forces one scan of each side, regardless of the row estimates.
    FROM open o FULL JOIN ends s ON s.order_id = o.id
    ORDER BY o.created_at, o.id LIMIT ${limit}`;
  return rows.map(({ code, latitude, longitude, tone }) => [code, latitude, longitude, tone]);
}

const RUNNING = {
  ...pick(
    orders,
    "id externalOrderId status createdAt deliveryTime windowTo readyAt durationSeconds promisedUntil returnState",
  ),
  code: orders.orderCode,
  courierName: couriers.name.orNull,
  heardAt: courierPositions.receivedAt.orNull,
  ...pick(orderStops, "street building failedAt answerUntil"),
  recipient: orderStops.contactName,
  problemAt: orderStops.feedbackAt,
  problemText: orderStops.feedbackText,
  askedDropoff: orderStops.position.orNull,
  askedReason: orderStops.failureCode,
  searchedSince: timestamptz,
  isPlanned: bool,
  isHeld: bool,
  refusals: int4,
};

/** Selects the oldest open orders and, of any age, those with a question, a problem or a return under way. */
export async function selectRunning(
  db: Queryable,
  scope: AccountScope,
  { limit, now }: { readonly limit: number; readonly now: Date },
): Promise<IssueSource[]> {
  const rows = await query(db, RUNNING)`
    WITH running AS MATERIALIZED (
      (SELECT o.id FROM orders o
       WHERE ${within(scope)} AND o.status IN ('new', 'assigned', 'in_progress')
       ORDER BY o.created_at, o.id LIMIT ${limit})
      UNION
      SELECT s.order_id FROM order_stops s WHERE s.account_id = ${scope.accountId}::uuid AND s.resolution = 'ask'
      UNION
      SELECT s.order_id FROM order_stops s
      WHERE s.account_id = ${scope.accountId}::uuid AND s.feedback = 'problem' AND s.feedback_settled_at IS NULL
      UNION
      -- This condition uses the index carried_orders.
      SELECT o.id FROM orders o WHERE ${within(scope)} AND o.return_state = 'on_the_way')
    SELECT o.id, o.order_code AS code, o.external_order_id, o.status, o.created_at, o.delivery_time, o.window_to, o.ready_at, o.duration_seconds,
           ${PROMISED_UNTIL} AS promised_until,
           greatest(o.dispatch_at, o.courier_lost_at, plan.unplanned_since) AS searched_since,
           plan.courier_id IS NOT NULL AS is_planned,
           o.held_reason IS NOT NULL AS is_held, c.name AS courier_name, p.received_at AS heard_at, o.return_state,
           (SELECT max(s.failed_at) FROM order_stops s WHERE s.order_id = o.id) AS failed_at,
           problem.feedback_at AS problem_at, problem.feedback_text AS problem_text,
           (SELECT count(*)::int FROM dispatch_refusals r
            WHERE r.order_id = o.id AND r.refused_at >= greatest(o.dispatch_at, o.courier_lost_at)) AS refusals,
           place.street, place.building, place.contact_name AS recipient,
           asked.position::int AS asked_dropoff, asked.failure_code AS asked_reason, asked.answer_until
    FROM running
    CROSS JOIN LATERAL (SELECT * FROM orders o WHERE o.id = running.id OFFSET 0) AS o
    LEFT JOIN couriers c ON c.id = o.courier_id
    LEFT JOIN courier_positions p ON p.courier_id = o.courier_id
    ${joinPlan(now)}
    LEFT JOIN LATERAL (SELECT s.position, s.failure_code, s.answer_until FROM order_stops s
                       WHERE s.order_id = o.id AND s.resolution = 'ask'
                       ORDER BY s.answer_until, s.position LIMIT 1) AS asked ON true
    LEFT JOIN LATERAL (SELECT s.position, s.feedback_at, s.feedback_text FROM order_stops s
                       WHERE s.order_id = o.id AND s.feedback = 'problem' AND s.feedback_settled_at IS NULL
                       ORDER BY s.feedback_at, s.position LIMIT 1) AS problem ON true
    CROSS JOIN LATERAL (SELECT s.street, s.building, s.contact_name FROM order_stops s WHERE s.order_id = o.id
                        ORDER BY s.position = coalesce(asked.position, problem.position) DESC NULLS LAST,
                                 s.position DESC LIMIT 1) AS place
    WHERE o.mode = ${scope.mode}::mode
    ORDER BY o.created_at, o.id`;
  return rows.map(({ askedDropoff, askedReason, answerUntil, ...order }) => ({
    ...order,
    question:
      askedDropoff === null || askedReason === null || answerUntil === null
        ? null
        : { dropoff: askedDropoff, reason: askedReason, answerUntil },
  }));
}

const FAILING = { id: uuid, host: text, since: timestamptz, isOff: bool };

/** Selects endpoints that are failing or were disabled for failing. */
export function selectFailing(db: Queryable, scope: AccountScope): Promise<FailingEndpointSummary[]> {
  return query(db, FAILING)`
    SELECT e.id, split_part(split_part(e.url, '/', 3), '@', -1) AS host,
           coalesce(e.disabled_at, e.failing_since) AS since, e.disabled_at IS NOT NULL AS is_off
    FROM webhook_endpoints e
    WHERE e.account_id = ${scope.accountId}::uuid AND e.mode = ${scope.mode}::mode AND e.deleted_at IS NULL
      AND (e.disabled_reason IN ('gone', 'failing') AND e.disabled_at IS NOT NULL
           OR e.disabled_at IS NULL AND e.failing_since IS NOT NULL)
    ORDER BY since`;
}

const FIRST_STEPS = { key: bool, quote: bool, order: bool, webhook: bool };

export async function selectFirstSteps(
  db: Queryable,
  { accountId }: Pick<AccountScope, "accountId">,
): Promise<FirstSteps> {
  const [steps] = await query(db, FIRST_STEPS)`
    WITH ordered AS MATERIALIZED (
      -- ORDER BY forces the index; for EXISTS the planner may scan the whole table.
      SELECT (SELECT id FROM orders WHERE account_id = ${accountId}::uuid
              ORDER BY mode, external_order_id LIMIT 1) IS NOT NULL AS any)
    SELECT EXISTS (SELECT 1 FROM api_keys WHERE account_id = ${accountId}::uuid) AS key,
           -- Quotes are deleted after a day; they are read only while there is no order.
           CASE WHEN ordered.any THEN true
                ELSE EXISTS (SELECT 1 FROM quotes WHERE account_id = ${accountId}::uuid) END AS quote,
           ordered.any AS "order",
           EXISTS (SELECT 1 FROM webhook_endpoints
                   WHERE account_id = ${accountId}::uuid AND deleted_at IS NULL) AS webhook
    FROM ordered`;
  if (steps === undefined) throw new Error("SELECT without a table returned no row");
  return steps;
}

import type { AccountScope } from "@/lib/accounts/scope";
import type { Day } from "@/lib/calendar/day";
import type { Queryable } from "@/lib/db/client";
import { bool, float8, int4, numeric, oneOf, type RowOf, text, timestamptz } from "@/lib/db/row";
import { query, type Sql, sql } from "@/lib/db/sql";
import { FAILURE_CODES, ORDER_STATUSES, RETURN_STATES } from "@/lib/orders/order";
import { DUE_AT } from "@/lib/orders/stored-order";
import { type DayNumbers, emptyDay, type FirstSteps, type RunningOrder } from "@/lib/overview/overview";
import { fromRubles, type Kopecks } from "@/lib/pricing/money";

/** The rows of a scope. */
function within(scope: AccountScope): Sql {
  return sql`o.account_id = ${scope.accountId}::uuid AND o.mode = ${scope.mode}::mode`;
}

const DAY = {
  day: int4,
  new: int4,
  assigned: int4,
  inProgress: int4,
  delivered: int4,
  cancelled: int4,
  onTime: int4,
  overdue: int4,
  meanSeconds: float8.orNull,
  spent: numeric,
};

/** What has come by now of the orders that were placed on each of these days, which follow one another. */
export async function selectDays(
  db: Queryable,
  scope: AccountScope,
  days: readonly [Day, ...Day[]],
  now: Date,
): Promise<DayNumbers[]> {
  const borders = days.map(({ from }) => from.toISOString());
  const end = (days.at(-1) ?? days[0]).to;
  const rows = await query(db, DAY)`
    -- In a SELECT of its own the array is read once, not for every order.
    SELECT width_bucket(o.created_at, (SELECT ${borders}::text[]::timestamptz[])) AS day,
           count(*) FILTER (WHERE o.status = 'new')::int AS new,
           count(*) FILTER (WHERE o.status = 'assigned')::int AS assigned,
           count(*) FILTER (WHERE o.status = 'in_progress')::int AS in_progress,
           count(*) FILTER (WHERE o.status = 'delivered')::int AS delivered,
           count(*) FILTER (WHERE o.status = 'cancelled')::int AS cancelled,
           count(*) FILTER (WHERE o.status = 'delivered' AND o.delivered_at <= ${DUE_AT})::int AS on_time,
           count(*) FILTER (WHERE o.status IN ('new', 'assigned', 'in_progress')
                                  AND ${DUE_AT} < ${now}::timestamptz)::int AS overdue,
           avg(extract(epoch FROM o.delivered_at - o.created_at))
             FILTER (WHERE o.status = 'delivered' AND o.delivery_time IS NULL)::float8 AS mean_seconds,
           coalesce(sum(o.price) FILTER (WHERE o.status <> 'cancelled'), 0)::numeric(20, 2) AS spent
    FROM orders o
    WHERE ${within(scope)} AND o.created_at >= ${days[0].from}::timestamptz AND o.created_at < ${end}::timestamptz
    GROUP BY 1`;
  const byDay = new Map(rows.map((row) => [row.day, row]));
  return days.map(({ date }, index) => {
    const row = byDay.get(index + 1);
    if (row === undefined) return emptyDay(date);
    const { day: _, onTime, overdue, meanSeconds, spent, inProgress, ...others } = row;
    const byStatus = { ...others, in_progress: inProgress };
    return { date, byStatus, onTime, overdue, meanSeconds, spent: fromRubles(spent) };
  });
}

const RUNNING = {
  code: text,
  externalOrderId: text,
  status: oneOf(ORDER_STATUSES),
  createdAt: timestamptz,
  deliveryTime: timestamptz.orNull,
  durationSeconds: int4,
  searchedSince: timestamptz,
  courierName: text.orNull,
  heardAt: timestamptz.orNull,
  returnState: oneOf(RETURN_STATES).orNull,
  failedAt: timestamptz.orNull,
  problemAt: timestamptz.orNull,
  askedDropoff: int4.orNull,
  askedReason: oneOf(FAILURE_CODES).orNull,
  answerUntil: timestamptz.orNull,
};

/**
 * The oldest orders of a scope that have not ended, and, whatever their age, those with an open question, with a
 * recipient's open problem or with goods on their way back.
 */
export async function selectRunning(
  db: Queryable,
  scope: AccountScope,
  limit: number,
): Promise<RunningOrder[]> {
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
      -- By the index of what couriers carry.
      SELECT o.id FROM orders o WHERE ${within(scope)} AND o.return_state = 'on_the_way')
    SELECT o.order_code AS code, o.external_order_id, o.status, o.created_at, o.delivery_time, o.duration_seconds,
           greatest(o.dispatch_at, o.courier_lost_at) AS searched_since,
           c.name AS courier_name, p.received_at AS heard_at, o.return_state,
           (SELECT max(s.failed_at) FROM order_stops s WHERE s.order_id = o.id) AS failed_at,
           (SELECT min(s.feedback_at) FROM order_stops s
            WHERE s.order_id = o.id AND s.feedback = 'problem' AND s.feedback_settled_at IS NULL) AS problem_at,
           asked.position::int AS asked_dropoff, asked.failure_code AS asked_reason, asked.answer_until
    FROM running
    CROSS JOIN LATERAL (SELECT * FROM orders o WHERE o.id = running.id OFFSET 0) AS o
    LEFT JOIN couriers c ON c.id = o.courier_id
    LEFT JOIN courier_positions p ON p.courier_id = o.courier_id
    LEFT JOIN LATERAL (SELECT s.position, s.failure_code, s.answer_until FROM order_stops s
                       WHERE s.order_id = o.id AND s.resolution = 'ask'
                       ORDER BY s.answer_until, s.position LIMIT 1) AS asked ON true
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

const LATEST = {
  code: text,
  externalOrderId: text,
  status: oneOf(ORDER_STATUSES),
  hasCourier: bool,
  createdAt: timestamptz,
  price: numeric.orNull,
  /** Where it goes in the end. */
  street: text,
  building: text,
};

/** An order as a short list names it. */
export type LatestOrder = Readonly<Omit<RowOf<typeof LATEST>, "price"> & { price: Kopecks | null }>;

/** The newest orders of a scope. */
export async function selectLatest(
  db: Queryable,
  scope: AccountScope,
  limit: number,
): Promise<LatestOrder[]> {
  const rows = await query(db, LATEST)`
    SELECT o.order_code AS code, o.external_order_id, o.status, o.courier_id IS NOT NULL AS has_courier, o.created_at,
           o.price, s.street, s.building
    FROM orders o
    CROSS JOIN LATERAL (SELECT street, building FROM order_stops
                        WHERE order_id = o.id ORDER BY position DESC LIMIT 1) s
    WHERE ${within(scope)}
    ORDER BY o.created_at DESC, o.id DESC LIMIT ${limit}`;
  return rows.map(({ price, ...row }) => ({ ...row, price: price === null ? null : fromRubles(price) }));
}

const FIRST_STEPS = { key: bool, quote: bool, order: bool, webhook: bool };

/** Which of the first steps an account has done, in either mode. */
export async function selectFirstSteps(
  db: Queryable,
  { accountId }: Pick<AccountScope, "accountId">,
): Promise<FirstSteps> {
  const [steps] = await query(db, FIRST_STEPS)`
    WITH ordered AS MATERIALIZED (
      -- The order is that of an index. EXISTS would not need one, and may be looked up by reading the table.
      SELECT (SELECT id FROM orders WHERE account_id = ${accountId}::uuid
              ORDER BY mode, external_order_id LIMIT 1) IS NOT NULL AS any)
    SELECT EXISTS (SELECT 1 FROM api_keys WHERE account_id = ${accountId}::uuid) AS key,
           -- Quotes are kept for a day; they are looked through only while there is no order.
           CASE WHEN ordered.any THEN true
                ELSE EXISTS (SELECT 1 FROM quotes WHERE account_id = ${accountId}::uuid) END AS quote,
           ordered.any AS "order",
           EXISTS (SELECT 1 FROM webhook_endpoints
                   WHERE account_id = ${accountId}::uuid AND deleted_at IS NULL) AS webhook
    FROM ordered`;
  if (steps === undefined) throw new Error("A statement without a table answers with one row.");
  return steps;
}

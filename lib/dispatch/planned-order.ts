import type { Queryable } from "@/lib/db/client";
import { orders, plannedOrders } from "@/lib/db/generated/columns";
import type { UnplannedReason } from "@/lib/db/generated/enums";
import { pick, type RowOf } from "@/lib/db/row";
import { execute, query, type Sql, sql } from "@/lib/db/sql";
import { MINUTE_MS } from "@/lib/duration";
import { LIVE_CHANNEL } from "@/lib/streams/announce";

/** An older row is ignored: no process plans, or the order no longer waits. */
export const MAX_PLAN_AGE_MS = 90_000;
/** An unchanged row is written again at this age. */
const REFRESH_AFTER_MS = 30_000;
const MAX_LISTED = 3_000;
/** Open pages are notified when the planned arrival has moved by this time. */
const NOTIFIED_CHANGE_MS = 5 * MINUTE_MS;

interface PlannedTimes {
  readonly arrivesAt: Date;
  readonly collectedAt: Date;
  /** At the last dropoff. */
  readonly deliveredAt: Date;
}

/** An order's place in the plan while it waits or is offered: a courier with times, or the reason why there is none. */
export type PlannedOrder = { readonly orderId: bigint } & (
  | ({
      readonly courierId: string;
      /** Among the courier's planned orders, from 1. */
      readonly position: number;
      readonly reason: null;
    } & PlannedTimes)
  | { readonly courierId: null; readonly reason: UnplannedReason }
);

/** With the time at which it lost its planned courier: null with a courier, and if it never had one. */
export type StoredPlannedOrder = PlannedOrder & { readonly unplannedSince: Date | null };

const ROW = pick(
  plannedOrders,
  "orderId courierId position arrivesAt collectedAt deliveredAt reason unplannedSince",
);

const COLUMNS = sql`order_id, courier_id, position, arrives_at, collected_at, delivered_at, reason, unplanned_since`;

/**
 * Replaces the plan, and keeps the rows of orders whose planned courier has not accepted yet. Writes only rows that have
 * changed or are about to become too old, and notifies the pages of an order that gets or loses a planned courier, whose
 * arrival moves by five minutes or whose reason changes.
 */
export async function writePlan(db: Queryable, plan: readonly PlannedOrder[], now: Date): Promise<void> {
  const column = <Value>(value: (order: PlannedOrder) => Value) => plan.map(value);
  const time = (name: keyof PlannedTimes) =>
    column((order) => (order.courierId === null ? null : order[name]));
  const change = `${NOTIFIED_CHANGE_MS} milliseconds`;
  // The row of an offered order stays. If its courier hands the order back, the new search has had no planned courier.
  const isOfFormerSearch = sql`EXISTS (
    SELECT FROM orders WHERE orders.id = o.order_id AND orders.courier_lost_at >= o.planned_at)`;
  await execute(db)`
    WITH planned AS (
      SELECT * FROM unnest(
        ${column(({ orderId }) => orderId)}::bigint[], ${column(({ courierId }) => courierId)}::uuid[],
        ${column((order) => (order.courierId === null ? null : order.position))}::smallint[],
        ${time("arrivesAt")}::timestamptz[], ${time("collectedAt")}::timestamptz[],
        ${time("deliveredAt")}::timestamptz[], ${column(({ reason }) => reason)}::text[]::unplanned_reason[]
      ) AS p (order_id, courier_id, position, arrives_at, collected_at, delivered_at, reason)
    ), removed AS (
      DELETE FROM planned_orders plan
      WHERE NOT EXISTS (SELECT FROM planned p WHERE p.order_id = plan.order_id)
        AND NOT EXISTS (SELECT FROM orders o WHERE o.id = plan.order_id AND ${IS_PLAN_OFFERED_SQL})
    ), written AS (
      INSERT INTO planned_orders AS o
        (order_id, courier_id, position, arrives_at, collected_at, delivered_at, reason, planned_at, notified_arrival)
      SELECT p.*, ${now}::timestamptz, p.arrives_at FROM planned p ORDER BY p.order_id
      ON CONFLICT (order_id) DO UPDATE SET
        courier_id = excluded.courier_id, position = excluded.position, arrives_at = excluded.arrives_at,
        collected_at = excluded.collected_at, delivered_at = excluded.delivered_at, reason = excluded.reason,
        planned_at = excluded.planned_at,
        unplanned_since = CASE WHEN excluded.courier_id IS NOT NULL THEN NULL
                               WHEN o.courier_id IS NOT NULL AND NOT ${isOfFormerSearch} THEN excluded.planned_at
                               ELSE o.unplanned_since END,
        notified_arrival = CASE WHEN o.notified_arrival > excluded.arrives_at - ${change}::interval
                                 AND o.notified_arrival < excluded.arrives_at + ${change}::interval
                                THEN o.notified_arrival ELSE excluded.arrives_at END
      WHERE (o.courier_id, o.position, o.arrives_at, o.collected_at, o.delivered_at, o.reason)
        IS DISTINCT FROM (excluded.courier_id, excluded.position, excluded.arrives_at, excluded.collected_at,
                          excluded.delivered_at, excluded.reason)
        OR o.planned_at < ${new Date(now.getTime() - REFRESH_AFTER_MS)}::timestamptz
      RETURNING o.order_id, o.reason, o.notified_arrival
    )
    SELECT pg_notify(${LIVE_CHANNEL}, concat_ws(' ', 'order', o.id, o.account_id, o.mode))
    FROM written w JOIN orders o ON o.id = w.order_id LEFT JOIN planned_orders former ON former.order_id = w.order_id
    WHERE (w.reason, w.notified_arrival) IS DISTINCT FROM (former.reason, former.notified_arrival)
      OR former.planned_at <= ${oldestPlan(now)}::timestamptz`;
}

/** Returns null for an order that no current plan contains. */
export async function findPlannedOrder(
  db: Queryable,
  orderId: bigint,
  now: Date,
): Promise<StoredPlannedOrder | null> {
  const [row] = await query(db, ROW)`
    SELECT ${COLUMNS} FROM planned_orders plan WHERE order_id = ${orderId} AND ${isCurrent(now)}`;
  return row === undefined ? null : toPlannedOrder(row);
}

/** Lists the current plan by courier and position; orders without a courier come last. */
export async function listPlannedOrders(db: Queryable, now: Date): Promise<StoredPlannedOrder[]> {
  const rows = await query(db, ROW)`
    SELECT ${COLUMNS} FROM planned_orders plan WHERE ${isCurrent(now)}
    ORDER BY courier_id, position, order_id`;
  return rows.map(toPlannedOrder);
}

/** A courier's next orders with the planned arrivals at their pickups. */
export interface CourierPlanItem {
  readonly courierId: string;
  readonly orderCode: string;
  readonly arrivesAt: Date;
}

const COURIER_PLAN_ITEM = { ...pick(plannedOrders, "courierId arrivesAt"), orderCode: orders.orderCode };

/** Lists the planned orders by courier and position, at most 3,000. `courierId` null means of all couriers. */
export async function listCourierPlans(
  db: Queryable,
  now: Date,
  courierId: string | null = null,
): Promise<CourierPlanItem[]> {
  const rows = await query(db, COURIER_PLAN_ITEM)`
    SELECT plan.courier_id, plan.arrives_at, o.order_code
    FROM planned_orders plan JOIN orders o ON o.id = plan.order_id
    WHERE plan.courier_id IS NOT NULL AND ${isCurrent(now)} AND ${WAITS_SQL}
      AND (${courierId}::uuid IS NULL OR plan.courier_id = ${courierId}::uuid)
    ORDER BY plan.courier_id, plan.position LIMIT ${MAX_LISTED}`;
  return rows.flatMap(({ courierId, arrivesAt, orderCode }) =>
    courierId === null || arrivesAt === null ? [] : [{ courierId, arrivesAt, orderCode }],
  );
}

/** Joins the current plan, as `plan`, to an order `o` that waits for a courier. */
export function joinPlan(now: Date): Sql {
  return sql`LEFT JOIN planned_orders plan ON plan.order_id = o.id AND ${isCurrent(now)} AND ${WAITS_SQL}`;
}

/** Whether order `o` has a planned courier, or has had one after `since`. */
export function hasPlanSince(since: Sql, now: Date): Sql {
  return sql`EXISTS (
    SELECT FROM planned_orders plan
    WHERE plan.order_id = o.id AND ${isCurrent(now)}
      AND (plan.courier_id IS NOT NULL OR plan.unplanned_since > ${since}))`;
}

/** Whether order `o` waits for a courier. Its planned order may stay until the next plan after it no longer does. */
export const WAITS_SQL = sql`o.courier_id IS NULL AND o.status IN ('new', 'assigned') AND o.held_reason IS NULL`;

/** Whether order `o` has been offered to its planned courier, who has not accepted it. */
export const IS_PLAN_OFFERED_SQL = sql`(o.status = 'assigned' AND o.courier_id = plan.courier_id AND o.accepted_at IS NULL)`;

const isCurrent = (now: Date): Sql => sql`plan.planned_at > ${oldestPlan(now)}::timestamptz`;

const oldestPlan = (now: Date): Date => new Date(now.getTime() - MAX_PLAN_AGE_MS);

function toPlannedOrder(row: RowOf<typeof ROW>): StoredPlannedOrder {
  const { orderId, courierId, reason, unplannedSince, ...times } = row;
  if (reason !== null) return { orderId, courierId: null, reason, unplannedSince };
  // The constraint planned_for_courier_or_reason guarantees the times of a planned order.
  return { orderId, courierId, reason, unplannedSince, ...times } as StoredPlannedOrder;
}

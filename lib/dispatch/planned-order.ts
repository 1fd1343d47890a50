import type { Queryable } from "@/lib/db/client";
import { plannedOrders } from "@/lib/db/generated/columns";
import type { UnplannedReason } from "@/lib/db/generated/enums";
import { pick, type RowOf } from "@/lib/db/row";
import { execute, query, sql } from "@/lib/db/sql";

/** An older row is ignored: no process plans, or the order no longer waits. */
export const MAX_PLAN_AGE_MS = 90_000;
/** An unchanged row is written again at this age. */
const REFRESH_AFTER_MS = 30_000;

interface PlannedTimes {
  readonly arrivesAt: Date;
  readonly collectedAt: Date;
  /** At the last dropoff. */
  readonly deliveredAt: Date;
}

/** A waiting order's place in the plan: a courier with times, or the reason why there is none. */
export type PlannedOrder = { readonly orderId: bigint } & (
  | ({
      readonly courierId: string;
      /** Among the courier's planned orders, from 1. */
      readonly position: number;
      readonly reason: null;
    } & PlannedTimes)
  | { readonly courierId: null; readonly reason: UnplannedReason }
);

const ROW = pick(plannedOrders, "orderId courierId position arrivesAt collectedAt deliveredAt reason");

const COLUMNS = sql`order_id, courier_id, position, arrives_at, collected_at, delivered_at, reason`;

/** Replaces the plan. Writes only rows that have changed or are about to become too old. */
export async function writePlan(db: Queryable, plan: readonly PlannedOrder[], now: Date): Promise<void> {
  const column = <Value>(value: (order: PlannedOrder) => Value) => plan.map(value);
  const time = (name: keyof PlannedTimes) =>
    column((order) => (order.courierId === null ? null : order[name]));
  await execute(db)`
    WITH planned AS (
      SELECT * FROM unnest(
        ${column(({ orderId }) => orderId)}::bigint[], ${column(({ courierId }) => courierId)}::uuid[],
        ${column((order) => (order.courierId === null ? null : order.position))}::smallint[],
        ${time("arrivesAt")}::timestamptz[], ${time("collectedAt")}::timestamptz[],
        ${time("deliveredAt")}::timestamptz[], ${column(({ reason }) => reason)}::text[]::unplanned_reason[]
      ) AS p (order_id, courier_id, position, arrives_at, collected_at, delivered_at, reason)
    ), removed AS (
      DELETE FROM planned_orders o WHERE NOT EXISTS (SELECT 1 FROM planned p WHERE p.order_id = o.order_id)
    )
    INSERT INTO planned_orders AS o
      (order_id, courier_id, position, arrives_at, collected_at, delivered_at, reason, planned_at)
    SELECT p.*, ${now}::timestamptz FROM planned p ORDER BY p.order_id
    ON CONFLICT (order_id) DO UPDATE SET
      courier_id = excluded.courier_id, position = excluded.position, arrives_at = excluded.arrives_at,
      collected_at = excluded.collected_at, delivered_at = excluded.delivered_at, reason = excluded.reason,
      planned_at = excluded.planned_at
    WHERE (o.courier_id, o.position, o.arrives_at, o.collected_at, o.delivered_at, o.reason)
      IS DISTINCT FROM (excluded.courier_id, excluded.position, excluded.arrives_at, excluded.collected_at,
                        excluded.delivered_at, excluded.reason)
      OR o.planned_at < ${new Date(now.getTime() - REFRESH_AFTER_MS)}::timestamptz`;
}

/** Returns null for an order that no current plan contains. */
export async function findPlannedOrder(
  db: Queryable,
  orderId: bigint,
  now: Date,
): Promise<PlannedOrder | null> {
  const [row] = await query(db, ROW)`
    SELECT ${COLUMNS} FROM planned_orders WHERE order_id = ${orderId} AND planned_at > ${oldestPlan(now)}::timestamptz`;
  return row === undefined ? null : toPlannedOrder(row);
}

/** Lists the current plan by courier and position; orders without a courier come last. */
export async function listPlannedOrders(db: Queryable, now: Date): Promise<PlannedOrder[]> {
  const rows = await query(db, ROW)`
    SELECT ${COLUMNS} FROM planned_orders WHERE planned_at > ${oldestPlan(now)}::timestamptz
    ORDER BY courier_id, position, order_id`;
  return rows.map(toPlannedOrder);
}

const oldestPlan = (now: Date): Date => new Date(now.getTime() - MAX_PLAN_AGE_MS);

function toPlannedOrder({ orderId, courierId, reason, ...times }: RowOf<typeof ROW>): PlannedOrder {
  if (reason !== null) return { orderId, courierId: null, reason };
  // The constraint planned_for_courier_or_reason guarantees the times of a planned order.
  return { orderId, courierId, reason, ...times } as PlannedOrder;
}

import type { Mode } from "@/lib/account-scope";
import { COURIER_HAS_ORDER_SQL } from "@/lib/couriers/courier-has-order-sql";
import { IS_STOP_REACHED_SQL } from "@/lib/couriers/is-stop-reached-sql";
import type { TransportType } from "@/lib/couriers/vehicle";
import type { Queryable, Transaction } from "@/lib/db/client";
import { orders, rehearsals } from "@/lib/db/generated/columns";
import { arrayColumn, enumColumn, pick, type RowOf, text, uuid } from "@/lib/db/row";
import { query, type Sql, sql } from "@/lib/db/sql";
import { hasPlanSince } from "@/lib/dispatch/planned-order";
import { CARGO_SIZES } from "@/lib/pricing/cargo-size";
import { readScenario, type Scenario, USUAL_SPEED } from "@/lib/sandbox/scenario";

export interface AvailabilityCriteria {
  readonly since: Date;
  readonly allowSimulated: boolean;
}

/** Whether courier `c` has an order. */
export const HAS_ORDER_SQL = sql`EXISTS (SELECT 1 FROM orders o WHERE o.courier_id = c.id AND ${COURIER_HAS_ORDER_SQL})`;
const HANDS_OVER_SQL = sql`EXISTS (SELECT 1 FROM orders t WHERE t.takeover_from_id = c.id)`;

/** Couriers `c` without an order and without goods that another courier must take over from them. */
export const HAS_NO_ORDER_SQL = sql`NOT ${HAS_ORDER_SQL} AND NOT ${HANDS_OVER_SQL}`;

/** Whether live courier `c` with position `p` can be planned: on shift, not on a break, recently seen, perhaps with an order. */
export const isOnDuty = ({ since, allowSimulated }: AvailabilityCriteria): Sql => sql`
  p.received_at > ${since}::timestamptz
  AND c.mode = 'live' AND c.disabled_at IS NULL AND c.on_shift_since IS NOT NULL AND c.on_break_since IS NULL
  AND (${allowSimulated} OR NOT c.is_simulated)
  AND NOT ${HANDS_OVER_SQL}`;

export interface QueueCursor {
  readonly mode: Mode;
  readonly dispatchAt: Date;
  readonly id: bigint;
}

/** A cursor before every waiting order; live mode sorts first. */
export const QUEUE_START: QueueCursor = { mode: "live", dispatchAt: new Date(0), id: 0n };

const REQUEST = {
  ...pick(orders, "id mode dispatchAt"),
  speed: rehearsals.speed,
  cargoSizes: arrayColumn(enumColumn(CARGO_SIZES)),
  scenario: text.orNull,
};

/** A test order that a simulated courier can get, or a live one whose search must be reported as unsuccessful. */
export type DispatchRequest = Omit<RowOf<typeof REQUEST>, "scenario"> & {
  readonly scenario: Scenario | null;
};

const instant = (at: Date): Sql => sql`${at}::timestamptz`;

/** Since when a courier is searched for order `o`. */
export const SEARCHED_SINCE_SQL = sql`greatest(o.dispatch_at, o.courier_lost_at)`;

const isVain = (begunBefore: Sql): Sql => sql`
  (${SEARCHED_SINCE_SQL} <= ${begunBefore}
   AND coalesce(o.courier_not_found_at < ${SEARCHED_SINCE_SQL}, true))`;

/** Whether to report that no courier was found. Only time without a planned courier counts. */
const isUnplannedVain = (vainBefore: Date, now: Date): Sql => sql`
  (${isVain(instant(vainBefore))} AND NOT ${hasPlanSince(instant(vainBefore), now)})`;

/** Whether a test order is due: `no_courier` is reported at the speed of its scenario run, others are assigned at once. */
const isServed = (now: Date, vainBefore: Date): Sql => sql`
  NOT EXISTS (
    SELECT 1 FROM rehearsals r
    WHERE r.order_id = o.id AND (r.is_manual OR (r.scenario = 'no_courier' AND NOT ${isVain(sql`
      ${instant(now)} - (${instant(now)} - ${instant(vainBefore)}) / coalesce(r.speed, ${USUAL_SPEED})`)})))`;

/** Lists test orders to assign, and live orders whose unsuccessful search must be reported, held ones too. */
export async function listUnplanned(
  db: Queryable,
  page: { after: QueueCursor; now: Date; vainBefore: Date; limit: number },
): Promise<DispatchRequest[]> {
  const { after, now, vainBefore, limit } = page;
  const rows = await query(db, REQUEST)`
    SELECT o.id, o.mode, o.dispatch_at, r.scenario, r.speed,
           ARRAY(SELECT coalesce(s.cargo_size, o.cargo_size)::text FROM order_stops s
                 WHERE s.order_id = o.id AND s.position > 0) AS cargo_sizes
    FROM orders o LEFT JOIN rehearsals r ON r.order_id = o.id
    WHERE o.status IN ('new', 'assigned') AND o.courier_id IS NULL AND o.dispatch_at <= ${now}::timestamptz
      AND (o.mode, o.dispatch_at, o.id) > (${after.mode}::mode, ${after.dispatchAt}::timestamptz, ${after.id}::bigint)
      AND ((o.mode = 'test' AND ${isServed(now, vainBefore)}) OR ${isUnplannedVain(vainBefore, now)})
    ORDER BY o.mode, o.dispatch_at, o.id LIMIT ${limit}`;
  return rows.map(({ scenario, ...row }) => ({ ...row, scenario: readScenario(scenario) }));
}

/** A courier for an order that these vehicles can carry. */
export interface WantedCourier {
  readonly orderId: bigint;
  readonly courierId: string;
  readonly transports: readonly TransportType[];
}

/** Whether courier `c` stands at their next stop. */
const IS_AT_STOP_SQL = sql`EXISTS (
  SELECT FROM (SELECT * FROM route_stops WHERE courier_id = c.id ORDER BY position LIMIT 1) AS r
  WHERE ${IS_STOP_REACHED_SQL})`;

/** Whether courier `c` has no order, or stands at a stop where one may be added to the others. */
const canTakeOrder = (isStacked: boolean): Sql =>
  sql`(NOT ${HAS_ORDER_SQL} OR ${isStacked} AND ${IS_AT_STOP_SQL})`;

/** Whether the courier has accepted an order and stands at no stop, so that their app shows no offer. */
export async function isDrivingForOthers(db: Queryable, courierId: string): Promise<boolean> {
  const rows = await query(db, { id: uuid })`
    SELECT c.id FROM couriers c
    WHERE c.id = ${courierId}::uuid AND NOT ${IS_AT_STOP_SQL}
      AND EXISTS (SELECT FROM orders o WHERE o.courier_id = c.id AND ${COURIER_HAS_ORDER_SQL} AND o.accepted_at IS NOT NULL)`;
  return rows.length > 0;
}

const LOCKED = { orderId: orders.id, courierId: uuid };

/** Returns those that are locked, by id: available, and not locked by a concurrent transaction. */
export async function lockAvailableCouriers(
  tx: Transaction,
  wanted: readonly WantedCourier[],
  criteria: AvailabilityCriteria & { readonly isStacked: boolean },
): Promise<RowOf<typeof LOCKED>[]> {
  return query(tx, LOCKED)`
    SELECT w.order_id, c.id AS courier_id
    FROM unnest(${wanted.map(({ orderId }) => orderId)}::bigint[], ${wanted.map(({ courierId }) => courierId)}::uuid[],
                ${wanted.map(({ transports }) => transports.join())}::text[]) AS w(order_id, courier_id, transports)
    JOIN couriers c ON c.id = w.courier_id JOIN courier_positions p ON p.courier_id = c.id
    WHERE c.transport_type::text = ANY(string_to_array(w.transports, ',')) AND ${isOnDuty(criteria)} AND ${canTakeOrder(criteria.isStacked)}
      AND NOT EXISTS (SELECT 1 FROM dispatch_refusals r
                      WHERE r.order_id = w.order_id AND r.courier_id = c.id)
    ORDER BY c.id, w.order_id FOR NO KEY UPDATE OF c SKIP LOCKED`;
}

/** Call under the couriers' locks: the locking statement's snapshot of the orders may predate a lock. */
export async function listBusyCouriers(
  tx: Transaction,
  courierIds: readonly string[],
  isStacked: boolean,
): Promise<string[]> {
  const rows = await query(tx, { id: uuid })`
    SELECT c.id FROM couriers c WHERE c.id = ANY(${[...courierIds]}::uuid[]) AND NOT ${canTakeOrder(isStacked)}`;
  return rows.map(({ id }) => id);
}

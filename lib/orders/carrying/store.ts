import { MODES, mintScope } from "@/lib/accounts/scope";
import { CARRIED } from "@/lib/couriers/carried";
import type { Queryable, Transaction } from "@/lib/db/client";
import { bool, int4, int8, oneOf, type RowOf, someOf, text, timestamptz, uuid } from "@/lib/db/row";
import { execute, query, type Sql, sql } from "@/lib/db/sql";
import type { CarriedOrder } from "@/lib/orders/carrying/carried-order";
import { FAILURE_CODES } from "@/lib/orders/carrying/progress";
import type { OrderDetails } from "@/lib/orders/order";
import { asRead, type LockedOrder, type OrderRow } from "@/lib/orders/order-row";
import { selectDetails } from "@/lib/orders/store";
import type { PricedTrip } from "@/lib/pricing/price-trip";

const CARRIED_ROW = {
  id: int8,
  accountId: uuid,
  mode: oneOf(MODES),
  externalOrderId: text,
  orderCode: text,
  status: someOf(["assigned", "in_progress", "delivered", "cancelled"] as const),
};

/** The order that a courier carries with all that its client has said of it, unlocked; null when they carry none. */
export async function selectCarriedBy(
  db: Queryable,
  courierId: string,
): Promise<{
  row: OrderRow;
  orderCode: string;
  status: CarriedOrder["status"];
  details: OrderDetails;
  trip: PricedTrip;
} | null> {
  const [row] = await query(db, CARRIED_ROW)`
    SELECT o.id, o.account_id, o.mode, o.external_order_id, o.order_code, o.status
    FROM orders o WHERE o.courier_id = ${courierId}::uuid AND ${CARRIED}`;
  if (row === undefined) return null;
  const { id, externalOrderId, orderCode, status } = row;
  const order = asRead({ id, scope: mintScope(row.accountId, row.mode), externalOrderId });
  const { details, trip } = await selectDetails(db, order);
  return { row: order, orderCode, status, details, trip };
}

const STOP_STATE = {
  failureCode: oneOf(FAILURE_CODES).orNull,
  answerUntil: timestamptz.orNull,
  codeTries: int4,
  codeCheck: oneOf(["matched", "overridden"]).orNull,
};

/** What besides its progress a dropoff has come to, in dropoff order. */
export function selectStopStates(db: Queryable, { id }: OrderRow): Promise<RowOf<typeof STOP_STATE>[]> {
  return query(db, STOP_STATE)`
    SELECT failure_code, answer_until, code_tries::int AS code_tries, code_check
    FROM order_stops WHERE order_id = ${id} AND position > 0 ORDER BY position`;
}

const CANCELLED = { id: int8, orderCode: text, reason: text.orNull, isPickedUp: bool };

/** The latest order that a courier had on hand since an instant, if it was cancelled. */
export async function selectCancelledOf(
  db: Queryable,
  courierId: string,
  since: Date,
): Promise<{ id: bigint; orderCode: string; reason: string | null; isPickedUp: boolean } | null> {
  const [cancelled] = await query(db, CANCELLED)`
    SELECT latest.id, latest.order_code, latest.cancel_reason AS reason,
           EXISTS (SELECT 1 FROM order_status_changes h
                   WHERE h.order_id = latest.id AND h.status = 'in_progress') AS is_picked_up
    FROM (SELECT * FROM orders WHERE courier_id = ${courierId}::uuid AND updated_at >= ${since}::timestamptz
          ORDER BY updated_at DESC LIMIT 1) latest
    WHERE latest.status = 'cancelled'`;
  return cancelled ?? null;
}

/** What an order keeps of its former courier's progress when another one, or nobody, has it: nothing. */
export const WITHOUT_PROGRESS = sql`accepted_at = NULL, arrived_at = NULL`;

/** When an order's courier left it and the search began anew. */
export const courierLost = (at: Date): Sql => sql`courier_lost_at = ${at}::timestamptz`;

/** When nobody had been found for an order. */
export const courierNotFound = (at: Date): Sql => sql`courier_not_found_at = ${at}::timestamptz`;

const COLUMNS = {
  acceptedAt: sql`accepted_at`,
  arrivedAt: sql`arrived_at`,
  deliveredAt: sql`delivered_at`,
};

/** Notes that the courier comes, or stands at the pickup; false when that was known. */
export async function writeProgress(
  tx: Transaction,
  { id: orderId }: LockedOrder,
  column: "acceptedAt" | "arrivedAt",
  at: Date,
): Promise<boolean> {
  const noted = await execute(tx)`
    UPDATE orders SET ${COLUMNS[column]} = ${at}::timestamptz
    WHERE id = ${orderId} AND status = 'assigned' AND ${COLUMNS[column]} IS NULL`;
  return noted === 1;
}

/** Notes that the courier stands at a dropoff, or has handed over there; false when that was known. */
export async function writeStopProgress(
  tx: Transaction,
  { id: orderId }: LockedOrder,
  position: number,
  column: "arrivedAt" | "deliveredAt",
  at: Date,
): Promise<boolean> {
  const noted = await execute(tx)`
    UPDATE order_stops SET ${COLUMNS[column]} = ${at}::timestamptz
    WHERE order_id = ${orderId} AND position = ${position} AND ${COLUMNS[column]} IS NULL`;
  return noted === 1;
}

/** Sets the handover time of every dropoff that has none. */
export async function writeAllDelivered(
  tx: Transaction,
  { id: orderId }: LockedOrder,
  at: Date,
): Promise<void> {
  await execute(tx)`
    UPDATE order_stops SET delivered_at = ${at}::timestamptz
    WHERE order_id = ${orderId} AND position > 0 AND delivered_at IS NULL`;
}

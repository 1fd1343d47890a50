import type { Queryable, Transaction } from "@/lib/db/client";
import { orders } from "@/lib/db/generated/columns";
import { enumSubsetColumn, pick, type RowOf } from "@/lib/db/row";
import { execute, query, type Sql, sql, withParts } from "@/lib/db/sql";
import { enqueueJobsSql } from "@/lib/jobs/enqueue-job";
import { JOBS_CHANNEL } from "@/lib/jobs/job";
import { ENDED_ORDERS_SQL } from "@/lib/orders/ended-orders-sql";
import { promiseJobs } from "@/lib/orders/fulfillment/record-promise";
import type { UndeliverableAction } from "@/lib/orders/order";
import type { LockedOrder, OrderRef } from "@/lib/orders/order-ref";
import { WITHOUT_TAKEOVER } from "@/lib/orders/store";
import type { Point } from "@/lib/point";

/** Selects the stored state of the pickup and the dropoffs, in order. */
export function selectStopStates(db: Queryable, { id: orderId }: OrderRef) {
  return db.models.orderStop.findMany({
    where: { orderId },
    select: {
      failureCode: true,
      answerUntil: true,
      codeTries: true,
      codeCheck: true,
      recipientNote: true,
      messages: true,
      recipientRequest: true,
      recipientDecided: true,
    },
    orderBy: { position: "asc" },
  });
}

const ENDED = {
  ...pick(orders, "id orderCode updatedAt"),
  reason: orders.cancelReason,
  status: enumSubsetColumn(["delivered", "cancelled"] as const),
};

/** Selects a courier's latest order that was cancelled before pickup or delivered by leaving goods. */
export async function selectEndedOrders(
  db: Queryable,
  courierId: string,
  since: Date,
): Promise<RowOf<typeof ENDED> | null> {
  const [ended] = await query(db, ENDED)`
    SELECT latest.id, latest.order_code, latest.updated_at, latest.status, latest.cancel_reason AS reason
    FROM (SELECT o.* FROM ${ENDED_ORDERS_SQL}
          WHERE l.courier_id = ${courierId}::uuid AND l.changed_at >= ${since}::timestamptz
          ORDER BY l.changed_at DESC LIMIT 1) latest
    WHERE (latest.status = 'cancelled' AND latest.return_state IS NULL)
       OR (latest.status = 'delivered' AND latest.if_undeliverable = 'ask'
           AND EXISTS (SELECT 1 FROM order_stops s WHERE s.order_id = latest.id AND s.resolution = 'leave'))`;
  return ended ?? null;
}

export function selectLeftAt(db: Queryable, orderId: bigint) {
  return db.models.orderStop.findMany({
    where: { orderId, resolution: "leave" },
    select: { position: true, street: true, building: true, recipientDecided: true },
    orderBy: { position: "asc" },
  });
}

export const RESET_PROGRESS_SQL = sql`accepted_at = NULL, arrived_at = NULL,
  was_accepted = was_accepted OR accepted_at IS NOT NULL`;

export const setTakeover = (courierId: string, { latitude, longitude }: Point, since: Date): Sql => sql`
  takeover_from_id = ${courierId}::uuid, takeover_latitude = ${latitude}::float8,
  takeover_longitude = ${longitude}::float8, takeover_since = ${since}::timestamptz`;

export async function writeTakenOver(tx: Transaction, { id: orderId }: LockedOrder): Promise<void> {
  await execute(tx)`UPDATE orders SET ${WITHOUT_TAKEOVER} WHERE id = ${orderId}`;
}

/** A courier who takes over goods has not returned them. */
export const WITHOUT_RETURN_ARRIVAL = sql`return_arrived_at = NULL`;

/** Clears a former courier's arrivals at dropoffs without a result. */
export async function writeArrivalsForgotten(tx: Transaction, { id: orderId }: LockedOrder): Promise<void> {
  await tx.models.orderStop.updateMany({
    where: { orderId, position: { gt: 0 }, arrivedAt: { not: null }, deliveredAt: null, failedAt: null },
    data: { arrivedAt: null },
  });
}

export const setCourierLost = (at: Date): Sql => sql`courier_lost_at = ${at}::timestamptz`;

const COLUMNS = {
  acceptedAt: sql`accepted_at`,
  arrivedAt: sql`arrived_at`,
};

export async function writeProgress(
  tx: Transaction,
  { id: orderId }: LockedOrder,
  column: "acceptedAt" | "arrivedAt",
  at: Date,
): Promise<boolean> {
  const isNoted = sql`EXISTS (SELECT FROM noted)`;
  const parts = withParts({
    noted: sql`
      UPDATE orders SET ${COLUMNS[column]} = ${at}::timestamptz
      WHERE id = ${orderId} AND status = 'assigned' AND ${COLUMNS[column]} IS NULL RETURNING id`,
    promised: column === "acceptedAt" ? enqueueJobsSql(promiseJobs(orderId), isNoted) : null,
  });
  const noted = await execute(tx)`${parts} SELECT pg_notify(${JOBS_CHANNEL}, '') FROM noted`;
  return noted === 1;
}

export async function writeStopArrival(
  tx: Transaction,
  { id: orderId }: LockedOrder,
  position: number,
  at: Date,
): Promise<void> {
  await tx.models.orderStop.updateMany({
    where: { orderId, position, arrivedAt: null },
    data: { arrivedAt: at },
  });
}

export const toHandedPlace = (place: Point | null) => ({
  handedLatitude: place?.latitude ?? null,
  handedLongitude: place?.longitude ?? null,
});

export async function writeHandover(
  tx: Transaction,
  { id: orderId }: LockedOrder,
  position: number,
  at: Date,
): Promise<void> {
  await execute(tx)`
    UPDATE order_stops SET arrived_at = coalesce(arrived_at, ${at}::timestamptz), delivered_at = ${at}::timestamptz
    WHERE order_id = ${orderId} AND position = ${position}`;
}

export const WITHOUT_FAILURE = {
  failedAt: null,
  failureCode: null,
  failureComment: null,
  resolution: null,
  answerUntil: null,
};

/** Counts a wrong code, unless the last counted tap has the same id. @param tapId null counts each call */
export async function writeWrongCode(
  tx: Transaction,
  { id: orderId }: LockedOrder,
  position: number,
  tapId: string | null,
): Promise<void> {
  const isNew = tapId === null ? {} : { OR: [{ wrongCodeTap: null }, { wrongCodeTap: { not: tapId } }] };
  await tx.models.orderStop.updateMany({
    where: { orderId, position, ...isNew },
    data: { codeTries: { increment: 1 }, wrongCodeTap: tapId },
  });
}

/** Sets missing handover times, also of failed dropoffs. */
export async function writeAllDelivered(
  tx: Transaction,
  { id: orderId }: LockedOrder,
  at: Date,
): Promise<void> {
  await tx.models.orderStop.updateMany({
    where: { orderId, position: { gt: 0 }, deliveredAt: null },
    data: { ...WITHOUT_FAILURE, deliveredAt: at },
  });
}

export const setReturnArrival = (at: Date): Sql =>
  sql`return_arrived_at = coalesce(return_arrived_at, ${at}::timestamptz)`;

/** A return implies the arrival. */
export const setReturned = (at: Date): Sql => sql`${setReturnArrival(at)}, returned_at = ${at}::timestamptz`;

export async function writeReturnArrival(
  tx: Transaction,
  { id: orderId }: LockedOrder,
  at: Date,
): Promise<void> {
  await execute(tx)`UPDATE orders SET ${setReturnArrival(at)} WHERE id = ${orderId}`;
}

export async function findUndeliverable(db: Queryable, { id }: OrderRef): Promise<UndeliverableAction> {
  const order = await db.models.order.findFirstOrThrow({ where: { id }, select: { ifUndeliverable: true } });
  return order.ifUndeliverable;
}

export type HandoverStop = NonNullable<Awaited<ReturnType<typeof findHandoverStop>>>;

/** Finds the proof that a stop requires, and the state of its code. */
export async function findHandoverStop(db: Queryable, { id: orderId }: OrderRef, position: number) {
  const stop = await db.models.orderStop.findFirst({
    where: { orderId, position },
    select: { proofPhoto: true, proofCode: true, proofSignature: true, codeTries: true, codeCheck: true },
  });
  if (stop === null) return null;
  const { proofPhoto: photo, proofCode: code, proofSignature: signature, ...rest } = stop;
  return { ...rest, proof: { photo, code, signature } };
}

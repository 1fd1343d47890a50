import { mintScope } from "@/lib/accounts/scope";
import { CARRIED } from "@/lib/couriers/carried";
import type { Queryable, Transaction } from "@/lib/db/client";
import { orders } from "@/lib/db/generated/columns";
import { pick, type RowOf, someOf } from "@/lib/db/row";
import { execute, NOTHING, query, type Sql, sql } from "@/lib/db/sql";
import { enqueuedJobs } from "@/lib/jobs/enqueue-job";
import { JOBS_CHANNEL } from "@/lib/jobs/job";
import type { CarriedOrder } from "@/lib/orders/carrying/carried-order";
import type { AnsweredAction } from "@/lib/orders/carrying/progress";
import { promiseJobs } from "@/lib/orders/carrying/record-promise";
import type {
  CodeCheck,
  FailureCode,
  OrderDetails,
  ProofRequest,
  UndeliverableAction,
} from "@/lib/orders/order";
import { asRead, type LockedOrder, type OrderRow } from "@/lib/orders/order-row";
import { selectDetails, WITHOUT_TAKEOVER } from "@/lib/orders/store";
import type { PricedTrip } from "@/lib/pricing/price-trip";
import type { Point } from "@/lib/routing/geo";

const CARRIED_ROW = {
  ...pick(orders, "id accountId mode externalOrderId orderCode"),
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

/** What besides its progress a stop has come to: the pickup, then the dropoffs in their order. */
export function selectStopStates(db: Queryable, { id: orderId }: OrderRow) {
  return db.models.orderStop.findMany({
    where: { orderId },
    select: {
      failureCode: true,
      answerUntil: true,
      codeTries: true,
      codeCheck: true,
      recipientNote: true,
      recipientRequest: true,
      recipientDecided: true,
    },
    orderBy: { position: "asc" },
  });
}

const ENDED = {
  ...pick(orders, "id orderCode"),
  reason: orders.cancelReason,
  status: someOf(["delivered", "cancelled"] as const),
};

/**
 * The latest order that a courier had on hand since an instant, if it was cancelled before the pickup, or delivered by
 * the answer that goods stay at the door.
 */
export async function selectEndedOf(
  db: Queryable,
  courierId: string,
  since: Date,
): Promise<RowOf<typeof ENDED> | null> {
  const [ended] = await query(db, ENDED)`
    SELECT latest.id, latest.order_code, latest.status, latest.cancel_reason AS reason
    FROM (SELECT * FROM orders o
          WHERE o.courier_id = ${courierId}::uuid AND o.updated_at >= ${since}::timestamptz
            AND o.status IN ('delivered', 'cancelled')
          ORDER BY o.updated_at DESC LIMIT 1) latest
    WHERE (latest.status = 'cancelled' AND latest.return_state IS NULL)
       OR (latest.status = 'delivered' AND latest.if_undeliverable = 'ask'
           AND EXISTS (SELECT 1 FROM order_stops s WHERE s.order_id = latest.id AND s.resolution = 'leave'))`;
  return ended ?? null;
}

/** Where an order's goods are left at the door, in dropoff order. */
export function selectLeftAt(db: Queryable, orderId: bigint) {
  return db.models.orderStop.findMany({
    where: { orderId, resolution: "leave" },
    select: { position: true, street: true, building: true, recipientDecided: true },
    orderBy: { position: "asc" },
  });
}

/** What an order keeps of its former courier's progress when another one, or nobody, has it: nothing. */
export const WITHOUT_PROGRESS = sql`accepted_at = NULL, arrived_at = NULL`;

/** From whom an order's courier is to take its goods over, where, and since when. */
export const takeoverFrom = (courierId: string, { latitude, longitude }: Point, since: Date): Sql => sql`
  takeover_from_id = ${courierId}::uuid, takeover_latitude = ${latitude}::float8,
  takeover_longitude = ${longitude}::float8, takeover_since = ${since}::timestamptz`;

/** Notes that an order's courier has its goods now. */
export async function writeTakenOver(tx: Transaction, { id: orderId }: LockedOrder): Promise<void> {
  await execute(tx)`UPDATE orders SET ${WITHOUT_TAKEOVER} WHERE id = ${orderId}`;
}

/** A courier who takes goods over has not brought them back yet. */
export const WITHOUT_RETURN_ARRIVAL = sql`return_arrived_at = NULL`;

/** Forgets that a former courier stood at doors where nothing came of it yet. */
export async function writeArrivalsForgotten(tx: Transaction, { id: orderId }: LockedOrder): Promise<void> {
  await tx.models.orderStop.updateMany({
    where: { orderId, position: { gt: 0 }, arrivedAt: { not: null }, deliveredAt: null, failedAt: null },
    data: { arrivedAt: null },
  });
}

/** When an order's courier left it and the search began anew. */
export const courierLost = (at: Date): Sql => sql`courier_lost_at = ${at}::timestamptz`;

/** When nobody had been found for an order. */
export const courierNotFound = (at: Date): Sql => sql`courier_not_found_at = ${at}::timestamptz`;

const COLUMNS = {
  acceptedAt: sql`accepted_at`,
  arrivedAt: sql`arrived_at`,
};

/** Notes that the courier comes, from when on an arrival is promised, or stands at the pickup; false when that was known. */
export async function writeProgress(
  tx: Transaction,
  { id: orderId }: LockedOrder,
  column: "acceptedAt" | "arrivedAt",
  at: Date,
): Promise<boolean> {
  const promised = enqueuedJobs(promiseJobs(orderId), sql`EXISTS (SELECT FROM noted)`);
  const noted = await execute(tx)`
    WITH noted AS (
      UPDATE orders SET ${COLUMNS[column]} = ${at}::timestamptz
      WHERE id = ${orderId} AND status = 'assigned' AND ${COLUMNS[column]} IS NULL RETURNING id
    )${column === "acceptedAt" ? sql`, promised AS (${promised})` : NOTHING}
    SELECT pg_notify(${JOBS_CHANNEL}, '') FROM noted`;
  return noted === 1;
}

/** Notes that the courier stands at a dropoff, unless that was known. */
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

/** What a courier has brought from a stop besides files. */
export interface BroughtProof {
  readonly codeCheck: CodeCheck | null;
  readonly signerName: string | null;
  /** Where they are by their newest position. */
  readonly place: Point | null;
}

/** Notes what a courier has brought from a stop, which has now come to its end. */
export async function writeProof(
  tx: Transaction,
  { id: orderId }: LockedOrder,
  position: number,
  { codeCheck, signerName, place }: BroughtProof,
): Promise<void> {
  await tx.models.orderStop.updateMany({
    where: { orderId, position },
    data: { codeCheck, signerName, ...toHandedPlace(place) },
  });
}

const toHandedPlace = (place: Point | null) => ({
  handedLatitude: place?.latitude ?? null,
  handedLongitude: place?.longitude ?? null,
});

/** Notes that a dropoff was handed over. */
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

/** A dropoff that could not be handed over, as it is stored. */
export interface FailureWrite {
  readonly at: Date;
  readonly code: FailureCode;
  readonly comment: string | null;
  readonly calls: number;
  readonly resolution: UndeliverableAction;
  /** Only with the resolution `ask`. */
  readonly answerUntil: Date | null;
  /** Where the courier is by their newest position. */
  readonly place: Point | null;
}

/** Notes that a dropoff could not be handed over. */
export async function writeFailure(
  tx: Transaction,
  { id: orderId }: LockedOrder,
  position: number,
  failure: FailureWrite,
): Promise<void> {
  const {
    at: failedAt,
    code: failureCode,
    comment: failureComment,
    calls,
    resolution,
    answerUntil,
  } = failure;
  await tx.models.orderStop.updateMany({
    where: { orderId, position },
    data: {
      ...{ failedAt, failureCode, failureComment, calls, resolution, answerUntil },
      ...toHandedPlace(failure.place),
      attempts: { increment: 1 },
    },
  });
}

/** Answers the open question about a dropoff: its goods go back, or stay there. */
export async function writeResolution(
  tx: Transaction,
  { id: orderId }: LockedOrder,
  position: number,
  resolution: AnsweredAction,
): Promise<void> {
  await tx.models.orderStop.updateMany({
    where: { orderId, position },
    data: { resolution, answerUntil: null },
  });
}

/** What a dropoff keeps of a failure that no longer counts: how often it was tried. */
const WITHOUT_FAILURE = {
  failedAt: null,
  failureCode: null,
  failureComment: null,
  resolution: null,
  answerUntil: null,
};

/** Makes a failed dropoff one that the courier goes to once more. */
export async function writeRetry(
  tx: Transaction,
  { id: orderId }: LockedOrder,
  position: number,
): Promise<void> {
  await tx.models.orderStop.updateMany({
    where: { orderId, position },
    data: { ...WITHOUT_FAILURE, arrivedAt: null },
  });
}

/**
 * Counts a wrong code that a courier was told, unless it came with the tap that was counted last.
 *
 * @param tapId null when the phone did not name the tap: each then counts
 */
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

/** Notes that an operator lets the courier go on without the code of a stop. */
export async function writeOverride(
  tx: Transaction,
  { id: orderId }: LockedOrder,
  position: number,
  { by, reason }: { by: string; reason: string },
): Promise<void> {
  await tx.models.orderStop.updateMany({
    where: { orderId, position },
    data: { codeCheck: "overridden", codeOverriddenBy: by, codeOverrideReason: reason },
  });
}

/** Sets the handover time of every dropoff that has none, also of those that have failed. */
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

/** When a courier was back at the pickup with goods. */
export const returnArrived = (at: Date): Sql =>
  sql`return_arrived_at = coalesce(return_arrived_at, ${at}::timestamptz)`;

/** When the goods were given back, which implies that the courier was there. */
export const returned = (at: Date): Sql => sql`${returnArrived(at)}, returned_at = ${at}::timestamptz`;

/** Notes that the courier is back at the pickup with goods. */
export async function writeReturnArrival(
  tx: Transaction,
  { id: orderId }: LockedOrder,
  at: Date,
): Promise<void> {
  await execute(tx)`UPDATE orders SET ${returnArrived(at)} WHERE id = ${orderId}`;
}

/** What an order says of goods that cannot be handed over. */
export async function findUndeliverable(db: Queryable, { id }: OrderRow): Promise<UndeliverableAction> {
  const order = await db.models.order.findFirstOrThrow({ where: { id }, select: { ifUndeliverable: true } });
  return order.ifUndeliverable;
}

/** What decides whether a stop may be handed over: the proof that it asks for, and its code so far. */
export interface HandedStop {
  readonly proof: ProofRequest;
  readonly codeTries: number;
  readonly codeCheck: CodeCheck | null;
}

/** A stop of a locked order by its position; null when there is none. */
export async function findHandedStop(
  db: Queryable,
  { id: orderId }: OrderRow,
  position: number,
): Promise<HandedStop | null> {
  const stop = await db.models.orderStop.findFirst({
    where: { orderId, position },
    select: { proofPhoto: true, proofCode: true, proofSignature: true, codeTries: true, codeCheck: true },
  });
  if (stop === null) return null;
  const { proofPhoto: photo, proofCode: code, proofSignature: signature, ...rest } = stop;
  return { ...rest, proof: { photo, code, signature } };
}

import { type AccountScope, type Mode, mintScope } from "@/lib/accounts/scope";
import type { Queryable, Transaction } from "@/lib/db/client";
import type { Progress } from "@/lib/orders/carrying/progress";
import type { WaitingOrder } from "@/lib/orders/carrying/waiting-order";
import type { OrderDetails, OrderStatus } from "@/lib/orders/order";
import { selectDetails } from "@/lib/orders/store";
import type { CargoSize } from "@/lib/pricing/cargo-size";
import type { PricedTrip } from "@/lib/pricing/price-trip";

// Couriers and dispatch know an order by its number. The scope that its account's rows are written under is made
// from the locked row itself.

interface LockedRow {
  id: bigint;
  account_id: string;
  mode: Mode;
  external_order_id: string;
  status: OrderStatus;
  courier_id: string | null;
}

/** An order that a courier acts on, locked, and the world of its account. */
export interface CarriedOrder {
  readonly id: bigint;
  readonly scope: AccountScope;
  readonly externalOrderId: string;
  readonly status: OrderStatus;
  readonly courierId: string | null;
}

function carriedFromRow(row: LockedRow): CarriedOrder {
  return {
    id: row.id,
    scope: mintScope(row.account_id, row.mode),
    externalOrderId: row.external_order_id,
    status: row.status,
    courierId: row.courier_id,
  };
}

/** Locks an order whatever its status; null when there is none. */
export async function lockById(tx: Transaction, orderId: bigint): Promise<CarriedOrder | null> {
  const [row] = await tx.$queryRaw<LockedRow[]>`
    SELECT id, account_id, mode::text AS mode, external_order_id, status::text AS status, courier_id
    FROM orders WHERE id = ${orderId} FOR UPDATE`;
  return row === undefined ? null : carriedFromRow(row);
}

interface WaitingRow extends LockedRow {
  accepted_at: Date | null;
  dispatch_at: Date;
  searched_since: Date;
  is_not_found_told: boolean;
  duration_seconds: number;
  cargo_size: CargoSize;
  latitude: number;
  longitude: number;
  sizes: (CargoSize | null)[];
}

export async function lockForDispatch(tx: Transaction, orderId: bigint): Promise<WaitingOrder | null> {
  // Locked first and read then, as by `lockOrder`: whoever waits for an edit sees the sizes that it leaves.
  const locked = await tx.$executeRaw`
    SELECT 1 FROM orders WHERE id = ${orderId} AND status IN ('new', 'assigned') FOR UPDATE`;
  if (locked === 0) return null;
  const [row] = await tx.$queryRaw<WaitingRow[]>`
    SELECT o.id, o.account_id, o.mode::text AS mode, o.external_order_id, o.status::text AS status, o.courier_id,
           o.accepted_at, o.dispatch_at, greatest(o.dispatch_at, o.courier_lost_at) AS searched_since,
           coalesce(o.courier_not_found_at >= greatest(o.dispatch_at, o.courier_lost_at), false) AS is_not_found_told,
           o.duration_seconds, o.cargo_size::text AS cargo_size,
           pickup.latitude, pickup.longitude,
           ARRAY(SELECT s.cargo_size::text FROM order_stops s WHERE s.order_id = o.id AND s.position > 0) AS sizes
    FROM orders o JOIN order_stops pickup ON pickup.order_id = o.id AND pickup.position = 0
    WHERE o.id = ${orderId}`;
  if (row === undefined || (row.status !== "new" && row.status !== "assigned")) return null;
  return {
    ...carriedFromRow(row),
    status: row.status,
    isAccepted: row.accepted_at !== null,
    dispatchAt: row.dispatch_at,
    searchedSince: row.searched_since,
    isNotFoundTold: row.is_not_found_told,
    pickup: { latitude: row.latitude, longitude: row.longitude },
    cargoSizes: row.sizes.map((size) => size ?? row.cargo_size),
    durationSeconds: row.duration_seconds,
  };
}

/** The order that a courier carries, locked; null when they carry none. */
export async function lockCarriedBy(tx: Transaction, courierId: string): Promise<CarriedOrder | null> {
  const [row] = await tx.$queryRaw<LockedRow[]>`
    SELECT id, account_id, mode::text AS mode, external_order_id, status::text AS status, courier_id
    FROM orders WHERE courier_id = ${courierId}::uuid AND status IN ('assigned', 'in_progress') FOR UPDATE`;
  return row === undefined ? null : carriedFromRow(row);
}

interface JobRow {
  id: bigint;
  order_code: string;
  status: "assigned" | "in_progress";
}

/** The order that a courier carries with all that its client has said of it, unlocked; null when they carry none. */
export async function selectCarriedBy(
  db: Queryable,
  courierId: string,
): Promise<{
  id: bigint;
  orderCode: string;
  status: "assigned" | "in_progress";
  details: OrderDetails;
  trip: PricedTrip;
} | null> {
  const [row] = await db.$queryRaw<JobRow[]>`
    SELECT id, order_code, status::text AS status
    FROM orders WHERE courier_id = ${courierId}::uuid AND status IN ('assigned', 'in_progress')`;
  if (row === undefined) return null;
  const { details, trip } = await selectDetails(db, row.id);
  return { id: row.id, orderCode: row.order_code, status: row.status, details, trip };
}

/** The latest order that a courier had on hand since an instant, if it was cancelled. */
export async function selectCancelledOf(
  db: Queryable,
  courierId: string,
  since: Date,
): Promise<{ id: bigint; orderCode: string; reason: string | null; isPickedUp: boolean } | null> {
  const latest = await db.order.findFirst({
    where: { courierId, updatedAt: { gte: since } },
    orderBy: { updatedAt: "desc" },
    select: {
      id: true,
      orderCode: true,
      status: true,
      cancelReason: true,
      statusChanges: { where: { status: "in_progress" }, select: { id: true } },
    },
  });
  if (latest?.status !== "cancelled") return null;
  return {
    id: latest.id,
    orderCode: latest.orderCode,
    reason: latest.cancelReason,
    isPickedUp: latest.statusChanges.length > 0,
  };
}

/** Gives an assigned order to another courier, or to nobody; nothing of the former one's progress stays. */
export async function writeCourier(
  tx: Transaction,
  orderId: bigint,
  courierId: string | null,
  at: Date,
): Promise<void> {
  await tx.order.updateMany({
    where: { id: orderId, status: "assigned" },
    data: {
      courierId,
      acceptedAt: null,
      arrivedAt: null,
      updatedAt: at,
      ...(courierId === null ? { courierLostAt: at } : {}),
    },
  });
}

/** Notes that nobody was found for an order by then. */
export async function writeNotFound(tx: Transaction, orderId: bigint, at: Date): Promise<void> {
  await tx.order.updateMany({
    where: { id: orderId, courierId: null, status: { in: ["new", "assigned"] } },
    data: { courierNotFoundAt: at, updatedAt: at },
  });
}

/** Notes that the courier comes, or stands at the pickup; false when that was known. */
export async function writeProgress(
  tx: Transaction,
  orderId: bigint,
  column: "acceptedAt" | "arrivedAt",
  at: Date,
): Promise<boolean> {
  const { count } = await tx.order.updateMany({
    where: { id: orderId, status: "assigned", [column]: null },
    data: { [column]: at },
  });
  return count === 1;
}

/** Notes that the courier stands at a dropoff, or has handed over there; false when that was known. */
export async function writeStopProgress(
  tx: Transaction,
  orderId: bigint,
  position: number,
  column: "arrivedAt" | "deliveredAt",
  at: Date,
): Promise<boolean> {
  const { count } = await tx.orderStop.updateMany({
    where: { orderId, position, [column]: null },
    data: { [column]: at },
  });
  return count === 1;
}

export async function selectProgress(db: Queryable, orderId: bigint): Promise<Progress> {
  const order = await db.order.findUniqueOrThrow({
    where: { id: orderId },
    select: {
      acceptedAt: true,
      arrivedAt: true,
      stops: {
        where: { position: { gt: 0 } },
        orderBy: { position: "asc" },
        select: { arrivedAt: true, deliveredAt: true },
      },
      statusChanges: { orderBy: { id: "desc" }, take: 1, select: { changedAt: true } },
    },
  });
  const times = [
    order.acceptedAt,
    order.arrivedAt,
    ...order.statusChanges.map(({ changedAt }) => changedAt),
    ...order.stops.flatMap((stop) => [stop.arrivedAt, stop.deliveredAt]),
  ];
  return {
    acceptedAt: order.acceptedAt,
    arrivedAt: order.arrivedAt,
    dropoffs: order.stops,
    latest: new Date(Math.max(0, ...times.map((time) => time?.getTime() ?? 0))),
  };
}

/** Sets the handover time of every dropoff that has none. */
export async function writeAllDelivered(tx: Transaction, orderId: bigint, at: Date): Promise<void> {
  await tx.orderStop.updateMany({
    where: { orderId, position: { gt: 0 }, deliveredAt: null },
    data: { deliveredAt: at },
  });
}

import { type Mode, mintScope } from "@/lib/accounts/scope";
import type { Queryable, Transaction } from "@/lib/db/client";
import type { OrderDetails } from "@/lib/orders/order";
import { asRead, type LockedOrder, type OrderRow } from "@/lib/orders/order-row";
import { selectDetails } from "@/lib/orders/store";
import type { PricedTrip } from "@/lib/pricing/price-trip";

interface CarriedRow {
  id: bigint;
  account_id: string;
  mode: Mode;
  external_order_id: string;
  order_code: string;
  status: "assigned" | "in_progress";
}

/** The order that a courier carries with all that its client has said of it, unlocked; null when they carry none. */
export async function selectCarriedBy(
  db: Queryable,
  courierId: string,
): Promise<{
  row: OrderRow;
  orderCode: string;
  status: "assigned" | "in_progress";
  details: OrderDetails;
  trip: PricedTrip;
} | null> {
  const [row] = await db.$queryRaw<CarriedRow[]>`
    SELECT id, account_id, mode::text AS mode, external_order_id, order_code, status::text AS status
    FROM orders WHERE courier_id = ${courierId}::uuid AND status IN ('assigned', 'in_progress')`;
  if (row === undefined) return null;
  const scope = mintScope(row.account_id, row.mode);
  const order = asRead({ id: row.id, scope, externalOrderId: row.external_order_id });
  const { details, trip } = await selectDetails(db, order);
  return { row: order, orderCode: row.order_code, status: row.status, details, trip };
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
  { id: orderId }: LockedOrder,
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
export async function writeNotFound(tx: Transaction, { id: orderId }: LockedOrder, at: Date): Promise<void> {
  await tx.order.updateMany({
    where: { id: orderId, courierId: null, status: { in: ["new", "assigned"] } },
    data: { courierNotFoundAt: at, updatedAt: at },
  });
}

/** Notes that the courier comes, or stands at the pickup; false when that was known. */
export async function writeProgress(
  tx: Transaction,
  { id: orderId }: LockedOrder,
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
  { id: orderId }: LockedOrder,
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

/** Sets the handover time of every dropoff that has none. */
export async function writeAllDelivered(
  tx: Transaction,
  { id: orderId }: LockedOrder,
  at: Date,
): Promise<void> {
  await tx.orderStop.updateMany({
    where: { orderId, position: { gt: 0 }, deliveredAt: null },
    data: { deliveredAt: at },
  });
}

import { type Mode, mintScope } from "@/lib/accounts/scope";
import type { Transaction } from "@/lib/db/client";
import type { WaitingOrder } from "@/lib/orders/carrying/waiting-order";
import type { OrderStatus } from "@/lib/orders/order";
import { asLocked, type LockedOrder } from "@/lib/orders/order-row";
import type { CargoSize } from "@/lib/pricing/cargo-size";

// Couriers and dispatch know an order by its number. The scope for writing its account's rows comes from the locked row
// itself.

interface LockedRow {
  id: bigint;
  account_id: string;
  mode: Mode;
  external_order_id: string;
  status: OrderStatus;
  courier_id: string | null;
}

function lockedFromRow(row: LockedRow): LockedOrder {
  return asLocked({
    id: row.id,
    scope: mintScope(row.account_id, row.mode),
    externalOrderId: row.external_order_id,
    status: row.status,
    courierId: row.courier_id,
  });
}

/** Locks an order in any status; null when there is none. */
export async function lockOrderById(tx: Transaction, orderId: bigint): Promise<LockedOrder | null> {
  const [row] = await tx.$queryRaw<LockedRow[]>`
    SELECT id, account_id, mode::text AS mode, external_order_id, status::text AS status, courier_id
    FROM orders WHERE id = ${orderId} FOR UPDATE`;
  return row === undefined ? null : lockedFromRow(row);
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

/** Locks an order for dispatch; null once its courier can no longer change. */
export async function lockWaitingOrder(tx: Transaction, orderId: bigint): Promise<WaitingOrder | null> {
  // Lock first, then read, as in `lockOrder`: after waiting for an edit this sees the new sizes.
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
    ...lockedFromRow(row),
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
export async function lockOrderOf(tx: Transaction, courierId: string): Promise<LockedOrder | null> {
  const [row] = await tx.$queryRaw<LockedRow[]>`
    SELECT id, account_id, mode::text AS mode, external_order_id, status::text AS status, courier_id
    FROM orders WHERE courier_id = ${courierId}::uuid AND status IN ('assigned', 'in_progress') FOR UPDATE`;
  return row === undefined ? null : lockedFromRow(row);
}

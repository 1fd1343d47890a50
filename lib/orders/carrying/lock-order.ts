import { mintScope } from "@/lib/accounts/scope";
import { CARRIED } from "@/lib/couriers/carried";
import type { Queryable, Transaction } from "@/lib/db/client";
import { orderStops, orders } from "@/lib/db/generated/columns";
import { arrayOf, bool, oneOf, pick, type RowOf, timestamptz } from "@/lib/db/row";
import { execute, query } from "@/lib/db/sql";
import type { Search, WaitingOrder } from "@/lib/orders/carrying/waiting-order";
import { asLocked, type LockedOrder } from "@/lib/orders/order-row";
import { CARGO_SIZES } from "@/lib/pricing/cargo-size";

// Couriers and dispatch know an order by its number. The scope for writing its account's rows comes from the locked row
// itself.

const LOCKED_ROW = pick(orders, "id accountId mode externalOrderId status courierId");

function lockedFromRow({ accountId, mode, ...row }: RowOf<typeof LOCKED_ROW>): LockedOrder {
  return asLocked({ ...row, scope: mintScope(accountId, mode) });
}

/** Locks an order in any status; null when there is none. */
export async function lockOrderById(tx: Transaction, orderId: bigint): Promise<LockedOrder | null> {
  const [row] = await query(tx, LOCKED_ROW)`
    SELECT id, account_id, mode, external_order_id, status, courier_id
    FROM orders WHERE id = ${orderId} FOR UPDATE`;
  return row === undefined ? null : lockedFromRow(row);
}

const WAITING_ROW = {
  ...LOCKED_ROW,
  ...pick(orders, "dispatchAt durationSeconds"),
  ...pick(orderStops, "latitude longitude"),
  isAccepted: bool,
  searchedSince: timestamptz,
  isNotFoundTold: bool,
  cargoSizes: arrayOf(oneOf(CARGO_SIZES)),
};

/** Locks an order for dispatch; null once its courier can no longer change. */
export async function lockWaitingOrder(tx: Transaction, orderId: bigint): Promise<WaitingOrder | null> {
  // Locked first and read then, as by `lockOrder`: whoever waits for an edit sees the sizes that it leaves.
  const count = await execute(tx)`
    SELECT 1 FROM orders WHERE id = ${orderId} AND status IN ('new', 'assigned') FOR UPDATE`;
  const seen = count === 0 ? null : await findSearch(tx, orderId);
  return seen && asLocked(seen);
}

/** Returns the current criteria of the search for an order's courier; null once the courier can no longer change. */
async function findSearch(
  db: Queryable,
  orderId: bigint,
): Promise<(Search & { externalOrderId: string; courierId: string | null }) | null> {
  const [row] = await query(db, WAITING_ROW)`
    SELECT o.id, o.account_id, o.mode, o.external_order_id, o.status, o.courier_id,
           o.accepted_at IS NOT NULL AS is_accepted, o.dispatch_at,
           greatest(o.dispatch_at, o.courier_lost_at) AS searched_since,
           coalesce(o.courier_not_found_at >= greatest(o.dispatch_at, o.courier_lost_at), false) AS is_not_found_told,
           o.duration_seconds, pickup.latitude, pickup.longitude,
           ARRAY(SELECT coalesce(s.cargo_size, o.cargo_size)::text FROM order_stops s
                 WHERE s.order_id = o.id AND s.position > 0) AS cargo_sizes
    FROM orders o JOIN order_stops pickup ON pickup.order_id = o.id AND pickup.position = 0
    WHERE o.id = ${orderId}`;
  if (row === undefined || (row.status !== "new" && row.status !== "assigned")) return null;
  const { accountId, mode, latitude, longitude, status, ...rest } = row;
  return { ...rest, status, scope: mintScope(accountId, mode), pickup: { latitude, longitude } };
}

/** The order that a courier carries, locked; null when they carry none. */
export async function lockOrderOf(tx: Transaction, courierId: string): Promise<LockedOrder | null> {
  const [row] = await query(tx, LOCKED_ROW)`
    SELECT o.id, o.account_id, o.mode, o.external_order_id, o.status, o.courier_id
    FROM orders o WHERE o.courier_id = ${courierId}::uuid AND ${CARRIED} FOR UPDATE`;
  return row === undefined ? null : lockedFromRow(row);
}

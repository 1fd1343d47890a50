import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import type { ExclusionReason } from "@/lib/dispatch/decline-reason";
import { recordDecline } from "@/lib/dispatch/record-decline";
import { applyLockedChange, type Change } from "@/lib/orders/apply-change";
import { RESET_PROGRESS_SQL, setCourierLost } from "@/lib/orders/fulfillment/store";
import { lockOrdersOfCourier, type Order } from "@/lib/orders/load-order";
import type { LockedOrder } from "@/lib/orders/order-ref";

/**
 * Takes a locked, assigned order from its courier and starts a new search in the caller's transaction.
 * @param reason why this courier gets no new offer of it; null to allow one
 * @param edited the edit that causes the release
 */
export async function unassignCourier(
  context: Context,
  tx: Transaction,
  order: Order & LockedOrder & { courierId: string },
  release: { reason: ExclusionReason | null; at: Date; edited?: Pick<Change, "shown" | "columns" | "stops"> },
): Promise<Order & LockedOrder> {
  const { reason, at, edited = {} } = release;
  if (reason !== null)
    await recordDecline(tx, { orderId: order.id, courierId: order.courierId, reason, refusedAt: at });
  return applyLockedChange(context, tx, order, {
    type: "order.driver_changed",
    at,
    shown: { ...edited.shown, courierId: null, driver: null, position: null },
    columns: [RESET_PROGRESS_SQL, setCourierLost(at), ...(edited.columns ?? [])],
    stops: edited.stops ?? null,
    wakesDispatch: true,
  });
}

/** Releases all assigned orders of a courier; those that are picked up keep them. */
export async function unassignBeforePickup(
  context: Context,
  tx: Transaction,
  { courierId, reason }: { courierId: string; reason: ExclusionReason },
): Promise<void> {
  const orders = await lockOrdersOfCourier(tx, courierId);
  for (const order of orders.filter(({ status }) => status === "assigned")) {
    await unassignCourier(context, tx, { ...order, courierId }, { reason, at: context.clock.now() });
  }
}

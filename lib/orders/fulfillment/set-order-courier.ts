import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import type { NewJob } from "@/lib/jobs/enqueue-job";
import { applyLockedChange } from "@/lib/orders/apply-change";
import { applyTransition } from "@/lib/orders/apply-transition";
import { courierRouteJobs } from "@/lib/orders/fulfillment/route-courier";
import { RESET_PROGRESS_SQL } from "@/lib/orders/fulfillment/store";
import { lockOrder, lockOrders, type Order, type ShownCourier, selectCourier } from "@/lib/orders/load-order";
import { isEditable } from "@/lib/orders/order";
import type { LockedOrder } from "@/lib/orders/order-ref";

/** An order whose courier may change, with the criteria of the search. */
export type LockedSearch = Order<"search"> & LockedOrder;

/** Returns null if the courier can no longer change. */
export async function lockWaiting(tx: Transaction, orderId: bigint): Promise<LockedSearch | null> {
  const order = await lockOrder(tx, { orderId }, ["search"]);
  return order !== null && isEditable(order.status) ? order : null;
}

/** As `lockWaiting` for several orders, by id; leaves out those that another transaction has locked. */
export async function lockAllWaiting(tx: Transaction, orderIds: readonly bigint[]): Promise<LockedSearch[]> {
  const orders = await lockOrders(tx, orderIds, ["search"]);
  return orders.filter(({ status }) => isEditable(status));
}

/** Runs in the caller's transaction and frees the former courier. @throws DomainError ORDER_NOT_ASSIGNABLE */
export async function setOrderCourier(
  context: Context,
  tx: Transaction,
  order: Order & LockedOrder,
  { courierId, at }: { courierId: string; at: Date },
): Promise<Order> {
  return writeOrderCourier(context, tx, order, { courier: await selectCourier(tx, courierId), at });
}

/** As `setOrderCourier`, with a courier that the transaction has read. */
export async function writeOrderCourier(
  context: Context,
  tx: Transaction,
  order: Order & LockedOrder,
  { courier: { isSimulated, ...courier }, at }: { courier: ShownCourier; at: Date },
): Promise<Order> {
  const { courierId } = courier;
  const checkAt = new Date(at.getTime() + context.dispatch.acceptWithinSeconds * 1000);
  const watches: NewJob[] = isSimulated
    ? [{ kind: "simulate_order", key: String(order.id) }]
    : [
        { kind: "check_acceptance", key: `${order.id}:${courierId}`, runAt: checkAt },
        { kind: "push_offer", key: `${order.id}:${courierId}:${at.getTime()}` },
      ];
  const input = {
    shown: courier,
    jobs: [...courierRouteJobs(context, order.id), ...watches],
    at,
  };
  if (order.status !== "assigned") {
    return applyTransition(context, tx, order, { transition: "assign", ...input });
  }
  const columns = [RESET_PROGRESS_SQL];
  const wakesDispatch = order.courierId !== null;
  return applyLockedChange(context, tx, order, {
    type: "order.driver_changed",
    columns,
    wakesDispatch,
    ...input,
  });
}

/** Emits the event at most once per search. */
export async function reportNotFound(context: Context, tx: Transaction, order: LockedSearch, at: Date) {
  const columns = [sql`courier_not_found_at = ${at}::timestamptz`];
  await applyLockedChange(context, tx, order, { type: "order.courier_not_found", at, columns });
}

import type { Context } from "@/lib/context";
import { isSimulatedCourier } from "@/lib/couriers/check-courier";
import type { Transaction } from "@/lib/db/client";
import { enqueueJob } from "@/lib/jobs/enqueue-job";
import { announceCourier } from "@/lib/live/announce";
import { applyTransition } from "@/lib/orders/apply-transition";
import { askForWay } from "@/lib/orders/carrying/route-courier";
import { writeCourier } from "@/lib/orders/carrying/store";
import type { LockedOrder } from "@/lib/orders/order-row";
import { recordChange } from "@/lib/orders/record-change";
import type { StoredOrder } from "@/lib/orders/stored-order";
import { wakeDispatch } from "@/lib/waiting/wake-dispatch";

/**
 * Gives a locked order to a courier, in the caller's transaction. A new order becomes assigned; an assigned one changes
 * hands and stays assigned, and its former courier becomes free. Also enqueues the job that checks on the courier.
 *
 * @throws DomainError ORDER_NOT_ASSIGNABLE
 */
export async function handOrder(
  context: Context,
  tx: Transaction,
  order: LockedOrder,
  { courierId, at }: { courierId: string; at: Date },
): Promise<StoredOrder> {
  const given =
    order.status === "assigned"
      ? await changeHands(context, tx, order, courierId, at)
      : await applyTransition(context, tx, order, { transition: "assign", columns: { courierId }, at });
  await askForWay(context, tx, order.id);
  if (await isSimulatedCourier(tx, courierId)) {
    await enqueueJob(tx, { kind: "simulate_order", key: String(order.id) });
  } else {
    const checkAt = new Date(at.getTime() + context.dispatch.acceptWithinSeconds * 1000);
    await enqueueJob(tx, { kind: "check_acceptance", key: `${order.id}:${courierId}`, runAt: checkAt });
  }
  return given;
}

async function changeHands(
  context: Context,
  tx: Transaction,
  order: LockedOrder,
  courierId: string,
  at: Date,
): Promise<StoredOrder> {
  await writeCourier(tx, order, courierId, at);
  if (order.courierId !== null) {
    await announceCourier(tx, order.courierId);
    await wakeDispatch(tx);
  }
  return recordChange(context, tx, order, { type: "order.driver_changed", at });
}
